/** Boxes of a `SecretBox` in a table, or texts that hold such boxes. All names are SQL. */
export interface SealedColumn {
  /** What an operator knows them as. */
  readonly what: string;
  readonly table: string;
  readonly column: string;
  readonly type: 'bytea' | 'text';
  readonly id: string;
  readonly idType: 'uuid' | 'bigint' | 'text';
  /** The column with the id that a box is bound to. Texts say themselves whose their boxes are. */
  readonly owner: string;
  /** Which rows have any. */
  readonly where: string;
}

/** Hashes that nobody can make again without what they are of: they wait until that comes by. */
export interface KeyedHashes {
  readonly what: string;
  readonly table: string;
  /** Has the name of the key that each was made with, null where that was not noted. */
  readonly keyId: string;
}

/** New secrets are handed out sealed, and the answer that holds one is kept for a day. */
export const KEPT_ANSWERS: SealedColumn = {
  what: 'kept answers with a secret',
  table: 'idempotency_keys',
  column: 'answer',
  type: 'text',
  id: 'key_hash',
  idType: 'text',
  owner: 'key_hash',
  where: `answer LIKE '%"sealed:%'`,
};
