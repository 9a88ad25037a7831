import type { Database } from '@centavo/persistence';
import { operatorCommand, SecretBox, secretsKeyIds } from '@centavo/runtime';
import type { ServiceDefinition } from '../service-definition.js';
import { countSealed, resealColumn } from './reseal-column.js';
import { KEPT_ANSWERS, type KeyedHashes, type SealedColumn } from './sealed-column.js';

/** What a service has under the keys of `SECRETS_KEY`, in its own words. */
export type SecretsOf = Pick<ServiceDefinition, 'name' | 'sealedColumns' | 'keyedHashes'>;

/** One kind of thing that is kept under the keys. */
export interface SecretsLine {
  readonly what: string;
  /** How many the first key is enough for. */
  readonly current: number;
  /** How many need another one. */
  readonly earlier: number;
  /** How many no key is for. */
  readonly unreadable: number;
  /** What makes the others need the first key only. */
  readonly remedy: string;
}

const columnsOf = ({ sealedColumns = [] }: SecretsOf): readonly SealedColumn[] => [...sealedColumns, KEPT_ANSWERS];

/**
 * What a service keeps under which key.
 * @param secretsKeys the `SECRETS_KEY` setting
 */
export async function reportSecrets(
  database: Database,
  service: SecretsOf,
  secretsKeys: readonly string[],
): Promise<SecretsLine[]> {
  const box = new SecretBox(secretsKeys);
  const lines: SecretsLine[] = [];
  for (const column of columnsOf(service)) {
    const { current, earlier, unreadable } = await countSealed(database, column, box);
    const remedy = `${operatorCommand('secrets')} rewrap`;
    lines.push({ what: column.what, current, earlier, unreadable: unreadable.length, remedy });
  }
  for (const hashes of service.keyedHashes ?? []) {
    lines.push(await countHashes(database, hashes, secretsKeyIds(secretsKeys)));
  }
  lines.push(await countFingerprints(database, secretsKeys.length), await countLetters(database, secretsKeys.length));
  return lines;
}

/** Puts all that a service has sealed under the first key. @returns how many of each kind */
export async function rewrapSecrets(
  database: Database,
  service: SecretsOf,
  secretsKeys: readonly string[],
): Promise<readonly { readonly what: string; readonly count: number }[]> {
  const box = new SecretBox(secretsKeys);
  const done: { what: string; count: number }[] = [];
  for (const column of columnsOf(service)) {
    done.push({ what: column.what, count: await resealColumn(database, column, box) });
  }
  return done;
}

/** A hash from before keys were noted may be under any of those that there were then: under the first, if it is the only one. */
async function countHashes(
  database: Database,
  { what, table, keyId }: KeyedHashes,
  [first, ...others]: readonly string[],
): Promise<SecretsLine> {
  const counts = await database.query<{ key_id: string | null; count: number }>(
    `SELECT ${keyId} AS key_id, count(*)::int AS count FROM ${table} GROUP BY 1`,
  );
  const isEarlier = (id: string | null): boolean => (id === null ? others.length > 0 : others.includes(id));
  const sum = (belongs: (id: string | null) => boolean): number =>
    counts.reduce((total, { key_id, count }) => total + (belongs(key_id) ? count : 0), 0);
  const [all, earlier] = [sum(() => true), sum(isEarlier)];
  const current = sum((id) => id === first || (id === null && others.length === 0));
  return { what, current, earlier, unreadable: all - current - earlier, remedy: 'each its next correct use' };
}

/** Those from before there were several keys have one fingerprint; later ones have the new key's too. */
async function countFingerprints(database: Database, keys: number): Promise<SecretsLine> {
  const [counted] = await database.query<{ all: number; one: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE strpos(fingerprint, '|') = 0)::int AS one
     FROM idempotency_keys WHERE fingerprint <> ''`,
  );
  const { all, one } = counted!;
  const earlier = keys > 1 ? one : 0;
  const remedy = 'gone 25 hours after the last instance has learned the new key';
  return { what: 'requests under idempotency keys', current: all - earlier, earlier, unreadable: 0, remedy };
}

/** Commands that failed hold what was sealed for them, under a key that nobody can tell by looking. */
async function countLetters(database: Database, keys: number): Promise<SecretsLine> {
  const [counted] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM dead_letters WHERE requeued_at IS NULL AND value LIKE '%"sealed:%'`,
  );
  const earlier = keys > 1 ? counted!.count : 0;
  const remedy = 'requeue them (npm run cli -- dead-letters)';
  return { what: 'dead letters with a secret', current: counted!.count - earlier, earlier, unreadable: 0, remedy };
}
