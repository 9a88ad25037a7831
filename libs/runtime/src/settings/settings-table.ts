import { LOG_LEVELS } from '../logging/logger.js';
import { KAFKA_SETTINGS } from './kafka-settings.js';
import { httpUrl, integer, list, networks, oneOf, postgresUrl, secretsKeys } from './parsers.js';
import { flag, optionalText, row, text, type Parser, type SettingRow } from './setting-row.js';
import { TRACING_SETTINGS } from './tracing-settings.js';

/** Every setting of the platform by its name in code. */
export const SETTINGS_TABLE = {
  environment: row(
    'ENVIRONMENT',
    oneOf('sandbox', 'production'),
    'sandbox',
    'Whether money is real. The sandbox has test cards, simulated outcomes and demo data; production refuses to start without its secrets.',
  ),
  port: row('PORT', integer(0, 65_535), 3000, 'Port of the API and its docs.'),
  host: row('HOST', text, '0.0.0.0', 'Address to listen on. `npm start` and `npm run stack` use 127.0.0.1.'),
  opsPort: row('OPS_PORT', integer(0, 65_535), 9464, 'Port of /live, /ready and /metrics. Keep it private.'),
  configuredPublicUrl: row(
    'PUBLIC_URL',
    httpUrl as Parser<string | undefined>,
    undefined,
    'Address of the platform in links it hands out. Without it: http://localhost:PORT.',
  ),
  dataDir: row('DATA_DIR', text, '.centavo', 'Where `npm start` and `npm run stack` keep their data, keys and logs.'),
  operatorTokens: row(
    'OPERATOR_TOKEN',
    list,
    [],
    'Bearer tokens of /admin/v1, comma-separated so that one can be replaced without a gap. Required in production.',
    { secret: true },
  ),
  databaseUrl: row(
    'DATABASE_URL',
    postgresUrl,
    'postgresql://localhost:5432/centavo',
    'The database. Every service signs in with its own role; a user in the address is ignored.',
  ),
  databaseReadUrl: row(
    'DATABASE_READ_URL',
    postgresUrl as Parser<string | undefined>,
    undefined,
    'A streaming replica of the database that gateways read from what may be a moment old (docs/maintenance.md). Without it they read from DATABASE_URL.',
  ),
  databaseReadMaxLagMs: row(
    'DATABASE_READ_MAX_LAG_MS',
    // It is measured each second; and what lists count for good has to be there after a minute.
    integer(3_000, 30_000),
    5_000,
    'How old what the replica shows may be. One that is further behind is not read from until it has caught up.',
    { unit: 'ms' },
  ),
  databasePassword: row('DATABASE_PASSWORD', text, 'centavo', 'Password of the service roles.', { secret: true }),
  vaultDatabasePassword: row(
    'VAULT_DATABASE_PASSWORD',
    text,
    'centavo-vault',
    'Password of the card vault’s role. Only payments and the migrate step are to know it.',
    { secret: true },
  ),
  configuredDatabaseAdminUrl: row(
    'DATABASE_ADMIN_URL',
    postgresUrl,
    'postgresql://postgres@localhost:5432/centavo',
    'The database seen by a role that may create roles and schemas. Only the migrate step uses it.',
    { secret: true },
  ),
  databaseAdminPassword: row(
    'DATABASE_ADMIN_PASSWORD',
    optionalText,
    undefined,
    'Password of that role, when it is not in the address.',
    { secret: true },
  ),
  databasePoolSize: row('DATABASE_POOL_SIZE', integer(1, 1000), 8, 'Connections to PostgreSQL, per service instance.'),
  ...KAFKA_SETTINGS,
  postbackAllowedNetworks: row(
    'POSTBACK_ALLOWED_NETWORKS',
    networks,
    [],
    'Private networks that postbacks may go to, as CIDRs. Everything not public is refused otherwise.',
  ),
  postbackRetentionDays: row(
    'POSTBACK_RETENTION_DAYS',
    integer(30, 36_500),
    90,
    'How long events and their deliveries are kept: in the log, to be sent again and to be recovered. They go by whole weeks.',
    { unit: 'days' },
  ),
  verifyDocumentUrls: row(
    'VERIFY_DOCUMENT_URLS',
    flag,
    false,
    'Whether onboarding fetches the `file_url` of new documents and notes in `verification_notes` what it found. It goes where postbacks may go.',
  ),
  logLevel: row('LOG_LEVEL', oneOf(...LOG_LEVELS), 'info', 'The least important log lines that are written.'),
  ...TRACING_SETTINGS,
  rateLimitPerSecond: row(
    'RATE_LIMIT_PER_SECOND',
    integer(0, 1_000_000),
    1000,
    'Requests per API key; bursts may be twice that. 0 is no limit.',
    { unit: 'requests/s' },
  ),
  authFailuresPerMinute: row(
    'AUTH_FAILURES_PER_MINUTE',
    integer(1, 1_000_000),
    100,
    'Failed authentications per address before its failing requests get 429.',
    { unit: 'failures/min' },
  ),
  replyTimeoutMs: row(
    'REPLY_TIMEOUT_MS',
    integer(100, 120_000),
    10_000,
    'How long the gateway waits for a service before it answers 504.',
    { unit: 'ms' },
  ),
  maxBacklog: row(
    'MAX_BACKLOG',
    integer(1, 100_000_000),
    10_000,
    'Unfinished messages of a service beyond which new charges get 503.',
    { unit: 'messages' },
  ),
  acquirerTimeoutMs: row(
    'ACQUIRER_TIMEOUT_MS',
    // A charge belongs to one instance for as long as a call may take, and that is 8 s.
    integer(10, 7500),
    7000,
    'How long a call to the acquirer may take, waiting for its turn included. Then its result is unknown and is inquired.',
    { unit: 'ms' },
  ),
  acquirerConcurrency: row(
    'ACQUIRER_CONCURRENCY',
    integer(1, 10_000),
    256,
    'Calls to the acquirer at once, per operation and service instance.',
    { unit: 'calls' },
  ),
  acquirerMaxQueued: row(
    'ACQUIRER_MAX_QUEUED',
    integer(0, 100_000),
    1000,
    'Calls to the acquirer that wait for their turn, per operation and service instance. Beyond it they fail at once.',
    { unit: 'calls' },
  ),
  acquirerBreakerFailures: row(
    'ACQUIRER_BREAKER_FAILURES',
    integer(1, 10_000),
    20,
    'Failures in a row after which an operation of the acquirer is left alone for a while.',
    { unit: 'failures' },
  ),
  acquirerBreakerOpenMs: row(
    'ACQUIRER_BREAKER_OPEN_MS',
    integer(1, 600_000),
    5000,
    'How long a failing operation of the acquirer is left alone before one call tries it again.',
    { unit: 'ms' },
  ),
  secretsKeys: row(
    'SECRETS_KEY',
    secretsKeys,
    [],
    'Encrypts secrets at rest and on the bus, and keys the hashes of transaction PINs and of request bodies: 32 bytes as base64, the same for every process. Comma-separated keys to replace one without a stop: the first is used, the others still open and verify (docs/maintenance.md). Required in production; `npm start` and `npm run stack` make one in the sandbox.',
    { secret: true },
  ),
  vaultKeys: row(
    'VAULT_KEYS',
    optionalText,
    undefined,
    'Keys of the card vault as a JWK Set, for payments alone. Instead of VAULT_KEYS_FILE; to rotate, every instance is started anew.',
    { secret: true },
  ),
  configuredVaultKeysFile: row(
    'VAULT_KEYS_FILE',
    optionalText,
    undefined,
    'File that holds them, readable by its owner alone. In the sandbox by default vault.json below DATA_DIR/keys, made by the first start; production refuses to start without keys.',
  ),
  tokenizationsPerSecond: row(
    'TOKENIZATIONS_PER_SECOND',
    integer(0, 1_000_000),
    100,
    'Cards per address that come with the public key alone; bursts may be twice that. 0 is no limit.',
    { unit: 'requests/s' },
  ),
  tokenizationFailuresPerMinute: row(
    'TOKENIZATION_FAILURES_PER_MINUTE',
    integer(1, 1_000_000),
    100,
    'Cards that cannot be tokenized, per address and per API key, before its failing requests get 429.',
    { unit: 'failures/min' },
  ),
  checkoutAttemptsPerMinute: row(
    'CHECKOUT_ATTEMPTS_PER_MINUTE',
    integer(1, 1_000_000),
    20,
    'Payments, and apart from them cards, that one address may try on one payment link; 3 times that on all links, and 15 times that on one link from all addresses. A third of it are cards that may be declined.',
    { unit: 'attempts/min' },
  ),
  checkoutRequestsPerSecond: row(
    'CHECKOUT_REQUESTS_PER_SECOND',
    integer(0, 1_000_000),
    50,
    'Requests of any kind that one address may send to checkout pages; bursts may be twice that. 0 is no limit.',
    { unit: 'requests/s' },
  ),
  cryptoWithdrawals: row('CRYPTO_WITHDRAWALS', flag, false, 'Whether operators may let merchants withdraw in crypto.'),
  trustedProxies: row(
    'TRUSTED_PROXIES',
    networks,
    [],
    'Networks of reverse proxies whose X-Forwarded-For is believed, as CIDRs.',
  ),
  buildCommit: row('BUILD_COMMIT', optionalText, undefined, 'The commit that this was built from, as metrics show it.'),
  instanceId: row(
    'INSTANCE_ID',
    optionalText,
    undefined,
    'Name of this instance in logs and at the broker. Without it: host name and process id.',
  ),
};

type ValueOf<Row> = Row extends SettingRow<infer Value> ? Value : never;

/** Parsed values by name in code. */
export type SettingValues = {
  readonly [Name in keyof typeof SETTINGS_TABLE]: ValueOf<(typeof SETTINGS_TABLE)[Name]>;
};
