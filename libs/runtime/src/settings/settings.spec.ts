import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from './settings-error.js';
import { loadSettings } from './settings.js';
import { SETTINGS_TABLE } from './settings-table.js';

const KEY = Buffer.alloc(32, 7).toString('base64');

describe('loadSettings', () => {
  it('has a default for everything in the sandbox', () => {
    expect(loadSettings({})).toMatchObject({
      environment: 'sandbox',
      isSandbox: true,
      port: 3000,
      opsPort: 9464,
      publicUrl: 'http://localhost:3000',
      operatorTokens: [],
      postbackAllowedNetworks: [],
      kafkaBrokers: ['localhost:9092'],
      rateLimitPerSecond: 1000,
      replyTimeoutMs: 10_000,
      secretsKeys: [],
    });
  });

  it('has exactly the fields of the documented table', () => {
    expect(Object.keys(loadSettings({})).toSorted()).toEqual(Object.keys(SETTINGS_TABLE).toSorted());
  });

  it('parses lists, numbers and networks', () => {
    const settings = loadSettings({
      OPERATOR_TOKEN: 'one, two',
      PORT: '8080',
      POSTBACK_ALLOWED_NETWORKS: '10.0.0.0/8, 127.0.0.1,::1',
      PUBLIC_URL: 'https://pay.example.com/',
    });

    expect(settings).toMatchObject({
      operatorTokens: ['one', 'two'],
      port: 8080,
      postbackAllowedNetworks: ['10.0.0.0/8', '127.0.0.1/32', '::1/128'],
      publicUrl: 'https://pay.example.com',
    });
  });

  it('takes an empty variable for one that is not set', () => {
    expect(loadSettings({ PORT: '', SECRETS_KEY: '', OPERATOR_TOKEN: '' })).toMatchObject({
      port: 3000,
      secretsKeys: [],
      operatorTokens: [],
    });
  });

  it.each([
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
    [{ REPLY_TIMEOUT_MS: '1.5' }, 'REPLY_TIMEOUT_MS must be a whole number from 100 to 120000, not "1.5".'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,nonsense' }, 'and "nonsense" is none.'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'and "10.0.0.0/33" is none.'],
    [{ PUBLIC_URL: 'pay.example.com' }, 'PUBLIC_URL must be an address like https://pay.example.com'],
    [{ SECRETS_KEY: 'short' }, 'SECRETS_KEY must be 32 bytes as base64'],
    [{ SECRETS_KEY: `${KEY},short` }, 'SECRETS_KEY must be 32 bytes as base64'],
    [{ ENVIRONMENT: 'staging' }, 'ENVIRONMENT must be one of sandbox, production, not "staging".'],
    [{ FAULT_POINT: 'nowhere' }, 'FAULT_POINT must be one of create.after-code, '],
    [{ KAFKA_PARTITIONS: '0' }, 'KAFKA_PARTITIONS must be a whole number from 1 to 1000, not "0".'],
    [
      { KAFKA_TLS: 'true', KAFKA_TLS_CA_FILE: '/nowhere/ca.pem' },
      'KAFKA_TLS_CA_FILE must be a file that can be read (ENOENT',
    ],
    [{ KAFKA_TLS: 'true', KAFKA_TLS_CA_FILE: 'package.json' }, 'and package.json has none.'],
    [{ KAFKA_SASL_MECHANISM: 'gssapi' }, /KAFKA_SASL_MECHANISM .*scram-sha-512/],
    [{ KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'centavo' }, 'KAFKA_SASL_MECHANISM needs'],
    [{ KAFKA_SASL_PASSWORD: 'hunter2' }, /^KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD need KAFKA_SASL_MECHANISM\.$/],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must be an address like postgresql://host:5432/database.'],
  ])('refuses %j with a sentence', (env, sentence) => {
    expect(() => loadSettings(env)).toThrow(sentence);
  });

  it('names every bad setting at once, and none of the secrets in them', () => {
    const env = { PORT: 'x', SECRETS_KEY: 'hunter2', DATABASE_URL: 'postgresql://user:hunter2@', LOG_LEVEL: 'loud' };

    const load = (): unknown => loadSettings(env);

    expect(load).toThrow(SettingsError);
    const names = messageOf(load)
      .split('\n')
      .map((sentence) => sentence.split(' ')[0]);
    expect(new Set(names)).toEqual(new Set(['DATABASE_URL', 'LOG_LEVEL', 'PORT', 'SECRETS_KEY']));
    expect(load).not.toThrow(/hunter2/);
  });

  it('refuses production without the secret that every process needs', () => {
    expect(() => loadSettings({ ENVIRONMENT: 'production' })).toThrow(/^SECRETS_KEY must be set/);
    expect(loadSettings({ ENVIRONMENT: 'production', SECRETS_KEY: KEY })).toMatchObject({
      isSandbox: false,
      secretsKeys: [KEY],
    });
  });

  it('says how Kafka is reached', () => {
    expect(loadSettings({}).kafka).toEqual({ brokers: ['localhost:9092'], tls: undefined, sasl: undefined });
    const env = { KAFKA_TLS: 'true', KAFKA_SASL_MECHANISM: 'scram-sha-512', KAFKA_SASL_USERNAME: 'centavo' };
    expect(loadSettings({ ...env, KAFKA_SASL_PASSWORD: 'hunter2' }).kafka).toEqual({
      brokers: ['localhost:9092'],
      tls: { authority: undefined },
      sasl: { mechanism: 'scram-sha-512', username: 'centavo', password: 'hunter2' },
    });
  });

  it('reads the certificate of Kafka’s authority, which is of no use without TLS', () => {
    const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'ca.pem');
    writeFileSync(file, certificate);

    const { kafka } = loadSettings({ KAFKA_TLS: 'true', KAFKA_TLS_CA_FILE: file });

    expect(kafka.tls).toEqual({ authority: certificate });
    expect(() => loadSettings({ KAFKA_TLS_CA_FILE: file })).toThrow('KAFKA_TLS_CA_FILE needs KAFKA_TLS=true.');
  });

  it('does not care for a fault point in production, where there are none', () => {
    const env = { ENVIRONMENT: 'production', OPERATOR_TOKEN: 'token', SECRETS_KEY: KEY, FAULT_POINT: 'nowhere' };
    expect(loadSettings(env)).toMatchObject({ isSandbox: false });
  });
});

describe('the settings table', () => {
  it('documents each setting by itself', () => {
    const rows = Object.values(SETTINGS_TABLE);

    expect(new Set(rows.map(({ env }) => env)).size).toBe(rows.length);
    for (const { meaning } of rows) expect(meaning).toMatch(/^[A-Z].*\.$/);
  });

  it('gives every default as one would write it', () => {
    const written = Object.values(SETTINGS_TABLE).map(({ env, default: value }) => [env, value]);

    expect(loadSettings(Object.fromEntries(written) as NodeJS.ProcessEnv)).toEqual(loadSettings({}));
  });
});

function messageOf(load: () => unknown): string {
  try {
    load();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
