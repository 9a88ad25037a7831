import { loadSettings, Settings } from '@centavo/runtime';

const ENVIRONMENT = {
  ENVIRONMENT: 'sandbox',
  OPERATOR_TOKEN: 'operator-token-for-tests',
  SECRETS_KEY: Buffer.alloc(32, 'test').toString('base64'),
  LOG_LEVEL: 'silent',
  HOST: '127.0.0.1',
  PORT: '0',
  OPS_PORT: '0',
  POSTBACK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
};

/**
 * Settings as a test needs them, apart from the machine's environment.
 * @param overrides by name in the environment
 */
export const testSettings = (overrides: Readonly<Record<string, string>> = {}): Settings =>
  loadSettings({ ...ENVIRONMENT, ...overrides });
