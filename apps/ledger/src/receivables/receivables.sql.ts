import type { Sql, Transaction } from '@centavo/persistence';
import type { ReceivableState } from './receivable.domain.js';

/** The columns of a {@link ReceivableState}, each with its type. */
const COLUMNS = {
  id: 'uuid',
  charge_id: 'uuid',
  merchant_id: 'uuid',
  submerchant_id: 'uuid',
  recipient_id: 'uuid',
  payment_method: 'text',
  installment: 'smallint',
  gross_amount: 'bigint',
  fee_amount: 'bigint',
  net_amount: 'bigint',
  gross_left: 'bigint',
  fee_left: 'bigint',
  held_net: 'bigint',
  status: 'text',
  sequence: 'int',
  outbox_id: 'uuid',
  settlement_date: 'timestamptz',
  original_settlement_date: 'timestamptz',
  anticipation_id: 'uuid',
  settled_at: 'timestamptz',
  created_at: 'timestamptz',
} as const satisfies Record<keyof ReceivableState, string>;

/** What may change of a receivable. */
const CHANGING = [
  'gross_amount',
  'fee_amount',
  'net_amount',
  'gross_left',
  'fee_left',
  'held_net',
  'status',
  'sequence',
  'outbox_id',
  'settlement_date',
  'anticipation_id',
  'settled_at',
] as const satisfies readonly (keyof ReceivableState)[];

type Column = keyof typeof COLUMNS;
const ALL_COLUMNS = Object.keys(COLUMNS) as Column[];

/** What to select for {@link ReceivableState}s. */
export const RECEIVABLE_COLUMNS = ALL_COLUMNS.join(', ');

const arraysOf = (columns: readonly Column[], first = 1): string =>
  columns.map((column, index) => `$${first + index}::${COLUMNS[column]}[]`).join(', ');

const valuesOf = (columns: readonly Column[], receivables: readonly ReceivableState[]): unknown[] =>
  columns.map((column) => receivables.map((receivable) => receivable[column]));

const INSERT = `INSERT INTO receivables (${RECEIVABLE_COLUMNS}) SELECT * FROM unnest(${arraysOf(ALL_COLUMNS)})`;

/** Inserts new receivables. */
export async function insertReceivables(sql: Sql, receivables: readonly ReceivableState[]): Promise<void> {
  await sql.query(INSERT, valuesOf(ALL_COLUMNS, receivables));
}

const UPDATE = `
  UPDATE receivables r SET ${CHANGING.map((column) => `${column} = changed.${column}`).join(', ')}
  FROM unnest($1::uuid[], $2::int[], ${arraysOf(CHANGING, 3)}) AS changed (id, known_sequence, ${CHANGING.join(', ')})
  WHERE r.id = changed.id AND r.sequence = changed.known_sequence
  RETURNING r.id`;

/**
 * Writes receivables that the caller has locked.
 * @throws Error when one of them is not as the caller knew it: it was not locked, and another writer was quicker
 */
export async function updateReceivables(
  transaction: Transaction,
  changes: readonly { readonly before: ReceivableState; readonly after: ReceivableState }[],
): Promise<void> {
  const updated = await transaction.query(UPDATE, [
    changes.map(({ before }) => before.id),
    changes.map(({ before }) => before.sequence),
    ...valuesOf(
      CHANGING,
      changes.map(({ after }) => after),
    ),
  ]);
  if (updated.length !== changes.length) throw new Error('a receivable was changed by somebody who did not lock it');
}

/** Locks the receivables of charges until the end of the transaction, in the order of their ids as everybody does. */
export const lockReceivablesOfCharges = (
  transaction: Transaction,
  chargeIds: readonly string[],
): Promise<ReceivableState[]> =>
  transaction.query<ReceivableState>(
    `SELECT ${RECEIVABLE_COLUMNS} FROM receivables WHERE charge_id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [chargeIds],
  );

/** Locks receivables until the end of the transaction, in the order of their ids; those that do not exist are left out. */
export const lockReceivables = (transaction: Transaction, ids: readonly string[]): Promise<ReceivableState[]> =>
  transaction.query<ReceivableState>(
    `SELECT ${RECEIVABLE_COLUMNS} FROM receivables WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
