import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { loadSettings, Settings } from '@centavo/runtime';

const secret = (alg: string) => ({ kid: `test-${alg}`, alg, kty: 'oct', k: randomBytes(32).toString('base64url') });

/** A key set for the card vault, of this test run. */
const vaultKeys = () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const exchange = { kid: 'test-card', alg: 'ECDH-ES+A256KW', ...privateKey.export({ format: 'jwk' }) };
  return JSON.stringify({ keys: [exchange, secret('A256KW'), secret('HS256')] });
};

const ENVIRONMENT = {
  ENVIRONMENT: 'sandbox',
  OPERATOR_TOKEN: 'operator-token-for-tests',
  SECRETS_KEY: Buffer.alloc(32, 'test').toString('base64'),
  VAULT_KEYS: vaultKeys(),
  LOG_LEVEL: 'silent',
  // What a crowd of suites on a small machine needs at worst.
  REPLY_TIMEOUT_MS: '30000',
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
