/**
 * The bytes of a journal transaction that its digest is of: every column of its row and of all its entries, in this order. PostgreSQL's own
 * binary format of a row says of each value its type and its length (-1 for null), so that no two transactions read the same; it depends on
 * no setting, as times are counts of microseconds and texts are UTF-8, and any program can rebuild it.
 *
 * A column that is added to these tables belongs in here. What was chained before did not have it: then the chain needs a number of its format
 * per row.
 */
const HASHED_COLUMNS = {
  transactions: {
    id: 'uuid',
    kind: 'text',
    reference_id: 'uuid',
    occurred_at: 'timestamptz',
    posted_at: 'timestamptz',
  },
  entries: {
    transaction_id: 'uuid',
    line: 'smallint',
    account_id: 'bigint',
    receivable_id: 'uuid',
    amount: 'bigint',
    balance_after: 'bigint',
    version: 'bigint',
    wallet_entry_id: 'uuid',
    reference_type: 'text',
    reference_id: 'uuid',
    description: 'text',
    recorded_at: 'timestamptz',
    reference_version: 'bigint',
  },
} as const;

/** As text is sent it would follow the client's encoding. */
const bytesOf = (alias: string, columns: Readonly<Record<string, string>>): string => {
  const values = Object.entries(columns).map(([name, type]) =>
    type === 'text' ? `convert_to(${alias}.${name}, 'UTF8')` : `${alias}.${name}`,
  );
  return `record_send(ROW(${values.join(', ')}))`;
};

/**
 * The SHA-256 of a transaction with its entries, as an aggregate over them.
 * @param transaction alias of the row of `transactions`, of which there is one in the group
 * @param entry alias of the rows of `entries`, all those of the transaction
 */
export const digestSql = (transaction: string, entry: string): string =>
  `sha256(${bytesOf(transaction, HASHED_COLUMNS.transactions)} ||
          coalesce(string_agg(${bytesOf(entry, HASHED_COLUMNS.entries)}, ''::bytea ORDER BY ${entry}.line), ''))`;
