import { hostname } from 'node:os';
import { join } from 'node:path';
import { cleanEnv, type ValidatorSpec } from 'envalid';
import { faultPointProblems } from '../process/fault-point.js';
import { kafkaAccess, missingForKafka, type KafkaAccess } from './kafka-access.js';
import { withSecretFiles } from './secret-files.js';
import { SettingsError } from './settings-error.js';
import type { SettingRow } from './setting-row.js';
import { SETTINGS_TABLE, type SettingValues } from './settings-table.js';

const Values = class {
  constructor(values: SettingValues) {
    Object.assign(this, values);
  }
} as new (values: SettingValues) => SettingValues;

/** Every setting, parsed once at start. The fields are the rows of {@link SETTINGS_TABLE}. */
export class Settings extends Values {
  get isSandbox(): boolean {
    return this.environment === 'sandbox';
  }

  /** Address of the platform in links, without a slash at the end. */
  get publicUrl(): string {
    return this.configuredPublicUrl ?? `http://localhost:${this.port}`;
  }

  /** What this instance is called in logs, at the broker and on record. */
  get instanceName(): string {
    return this.instanceId ?? `${hostname()}:${process.pid}`;
  }

  /** The database seen by a role that may create roles and schemas. */
  get databaseAdminUrl(): string {
    if (this.databaseAdminPassword === undefined) return this.configuredDatabaseAdminUrl;
    const url = new URL(this.configuredDatabaseAdminUrl);
    url.password = encodeURIComponent(this.databaseAdminPassword);
    return url.href;
  }

  /** How every client reaches Kafka. */
  get kafka(): KafkaAccess {
    return kafkaAccess(this);
  }

  /** Where traces are sent; undefined when nothing is traced. */
  get tracesUrl(): string | undefined {
    if (this.tracingDisabled) return undefined;
    return this.ownTracesEndpoint ?? (this.tracesEndpoint && `${this.tracesEndpoint}/v1/traces`);
  }

  /** Undefined in production as long as nobody has said where. */
  get vaultKeysFile(): string | undefined {
    return this.configuredVaultKeysFile ?? (this.isSandbox ? join(this.dataDir, 'keys', 'vault.json') : undefined);
  }
}

/**
 * Reads the settings from an environment.
 * @throws SettingsError that names every bad setting and what it must be
 */
export function loadSettings(env: NodeJS.ProcessEnv): Settings {
  const settings = parseSettings(env);
  const problems = [...missingInProduction(settings), ...missingForKafka(settings), ...faultPointProblems(env)];
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return settings;
}

/**
 * The settings of a tool, which needs none of what only a running platform needs.
 * @throws SettingsError that names every bad setting and what it must be
 */
export function parseSettings(env: NodeJS.ProcessEnv): Settings {
  const cleaned = cleanEnv(given(withSecretFiles(env)), specs(), { reporter: refuse });
  const entries = rows().map(([field, { env: name }]) => [field, cleaned[name]]);
  return new Settings(Object.fromEntries(entries) as SettingValues);
}

function refuse({ errors }: { readonly errors: Readonly<Partial<Record<string, Error>>> }): void {
  const problems = Object.entries(errors).map(([name, error]) => sentence(name, error));
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
}

/** What every process needs; what only one needs (an operator token, the vault's keys) it asks for itself. */
function missingInProduction({ isSandbox, secretsKeys }: Settings): string[] {
  if (isSandbox || secretsKeys.length > 0) return [];
  return ['SECRETS_KEY must be set when ENVIRONMENT is production (make one: openssl rand -base64 32).'];
}

function rows(): [string, SettingRow][] {
  return Object.entries(SETTINGS_TABLE);
}

function specs(): Record<string, ValidatorSpec<unknown>> {
  return Object.fromEntries(rows().map(([, row]) => [row.env, row.spec]));
}

/** An empty variable counts as unset: that is how compose files pass on what nobody gave. */
function given(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

function sentence(name: string, error: Error | undefined): string {
  return `${name} ${lowerFirst(String(error?.message).replace(/\.$/, ''))}.`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
