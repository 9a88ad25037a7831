import { MAX_COUNTED, type Sql, type Transaction } from '@centavo/persistence';
import { FIRST_ID } from '@centavo/runtime';
import type { ReceivableState } from '../receivables/receivable.domain.js';
import { RECEIVABLE_COLUMNS } from '../receivables/receivables.sql.js';

/** What the index `receivables_due` has. */
const IS_OPEN = `status IN ('pending', 'anticipated')`;

/** Whether there is a receivable whose date has come and that nobody has settled, or not yet committed. */
export const SOMETHING_IS_DUE = `EXISTS (SELECT FROM receivables WHERE ${IS_OPEN} AND original_settlement_date <= $1::timestamptz)`;

/** How many receivables are due and not settled, {@link MAX_COUNTED} at most, and since when the oldest of them. */
export async function overdueReceivables(
  sql: Sql,
  dueAt: Date,
): Promise<{ readonly receivables: number; readonly dueSince: Date | null }> {
  const [overdue] = await sql.query<{ receivables: number; dueSince: Date | null }>(
    `SELECT count(*)::int AS receivables, min(original_settlement_date) AS "dueSince"
     FROM (SELECT original_settlement_date FROM receivables WHERE ${IS_OPEN} AND original_settlement_date <= $1
           ORDER BY original_settlement_date LIMIT ${MAX_COUNTED}) AS due`,
    [dueAt],
  );
  return overdue!;
}

/** Where the next batch goes on: behind what the one before settled, whose index entries would else be read again and again. */
type Place = Pick<ReceivableState, 'original_settlement_date' | 'recipient_id' | 'id'>;

/** A share of all wallets: what settles one share never waits for an account of what settles another. */
export interface WalletShare {
  /** From 0. */
  readonly index: number;
  readonly of: number;
}

/**
 * Locks the next receivables of a share of the wallets that are due, each wallet's together. Those that another transaction has locked are
 * left out: whoever has them settles them, or they are found the next time. So nobody waits here, and this order does no harm beside that by
 * id which all others keep.
 * @param after the last of the batch before
 */
export const lockDue = (
  transaction: Transaction,
  dueAt: Date,
  share: WalletShare,
  after: Place | undefined,
  limit: number,
): Promise<ReceivableState[]> =>
  transaction.query<ReceivableState>(
    // The last byte of an id is random. CASE: of a mere comparison the planner thinks that it leaves next to nothing, and for that it would
    // read the whole table.
    `SELECT ${RECEIVABLE_COLUMNS} FROM receivables
     WHERE ${IS_OPEN} AND original_settlement_date <= $1
       AND CASE get_byte(uuid_send(recipient_id), 15) % $6 WHEN $7 THEN true END
       AND (original_settlement_date, recipient_id, id) > ($2::timestamptz, $3::uuid, $4::uuid)
     ORDER BY original_settlement_date, recipient_id, id
     LIMIT $5
     FOR NO KEY UPDATE SKIP LOCKED`,
    [
      dueAt,
      after?.original_settlement_date ?? '-infinity',
      after?.recipient_id ?? FIRST_ID,
      after?.id ?? FIRST_ID,
      limit,
      share.of,
      share.index,
    ],
  );

/**
 * Locks the next of one merchant's receivables, and its submerchants', that are due. It waits for those that others have locked, by id as
 * everybody does: who asked wants all of them settled.
 * @param after the last of the batch before
 */
export const lockDueOfMerchant = (
  transaction: Transaction,
  merchantId: string,
  dueAt: Date,
  after: Place | undefined,
  limit: number,
): Promise<ReceivableState[]> =>
  transaction.query<ReceivableState>(
    `SELECT ${RECEIVABLE_COLUMNS} FROM receivables
     WHERE merchant_id = $1 AND id > $3::uuid AND ${IS_OPEN} AND original_settlement_date <= $2
     ORDER BY id
     LIMIT $4
     FOR NO KEY UPDATE`,
    [merchantId, dueAt, after?.id ?? FIRST_ID, limit],
  );

/**
 * Locks those of some receivables that are still to be settled. It waits for those that others have locked, by id as everybody does.
 * @param ids of receivables that are due
 */
export const lockStillOpen = (transaction: Transaction, ids: readonly string[]): Promise<ReceivableState[]> =>
  transaction.query<ReceivableState>(
    `SELECT ${RECEIVABLE_COLUMNS} FROM receivables
     WHERE id = ANY ($1::uuid[]) AND ${IS_OPEN}
     ORDER BY id
     FOR NO KEY UPDATE`,
    [ids],
  );
