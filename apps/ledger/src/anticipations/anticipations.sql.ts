import { ANTICIPATION_TRANSITIONS, type AnticipationTotalsRecord, type AnticipationTrigger } from '@centavo/contracts';
import type { Transaction } from '@centavo/persistence';
import type { AnticipationState } from './anticipation.domain.js';

const COLUMNS = [
  'id',
  'merchant_id',
  'status',
  'anticipation_type',
  'total_gross_amount',
  'total_fee_amount',
  'total_net_amount',
  'monthly_rate_bps',
  'last_settlement_date',
  'metadata',
  'reviewed_at',
  'review_notes',
  'sequence',
  'outbox_id',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof AnticipationState)[];

const INSERT = `
  INSERT INTO anticipations (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`;

export async function insertAnticipation(transaction: Transaction, anticipation: AnticipationState): Promise<void> {
  await transaction.query(
    INSERT,
    COLUMNS.map((column) => anticipation[column]),
  );
}

/**
 * An anticipation, locked until the end of the transaction: whoever moves it decides alone. Its receivables are locked after it.
 * @param merchantId undefined: whosever it is, for operators
 * @returns undefined when there is none, or it is another merchant's
 */
export async function lockAnticipation(
  transaction: Transaction,
  id: string,
  merchantId?: string,
): Promise<AnticipationState | undefined> {
  const [anticipation] = await transaction.query<AnticipationState>(
    `SELECT * FROM anticipations WHERE id = $1 AND ($2::uuid IS NULL OR merchant_id = $2) FOR NO KEY UPDATE`,
    [id, merchantId ?? null],
  );
  return anticipation;
}

/** What becomes of an anticipation. */
export interface AnticipationMove {
  readonly id: string;
  readonly trigger: AnticipationTrigger;
  readonly outboxId: string;
  readonly now: Date;
  /** What an operator has to say, where one decided. */
  readonly review?: { readonly notes: string | null };
  /** What it amounts to from now on, where that was worked out anew. */
  readonly terms?: AnticipationTotalsRecord & Pick<AnticipationState, 'last_settlement_date'>;
}

/** @returns the anticipation after the move; undefined when its status is none that the move starts from */
export async function moveAnticipation(
  transaction: Transaction,
  { id, trigger, outboxId, now, review, terms }: AnticipationMove,
): Promise<AnticipationState | undefined> {
  const { from, to } = ANTICIPATION_TRANSITIONS[trigger];
  const [moved] = await transaction.query<AnticipationState>(
    `UPDATE anticipations
     SET status = $3, outbox_id = $4, updated_at = $5, sequence = sequence + 1,
         reviewed_at = CASE WHEN $6 THEN $5 ELSE reviewed_at END, review_notes = coalesce($7, review_notes),
         total_gross_amount = coalesce($8, total_gross_amount), total_fee_amount = coalesce($9, total_fee_amount),
         total_net_amount = coalesce($10, total_net_amount),
         last_settlement_date = coalesce($11, last_settlement_date)
     WHERE id = $1 AND status = ANY ($2)
     RETURNING *`,
    [
      id,
      from,
      to,
      outboxId,
      now,
      review !== undefined,
      review?.notes ?? null,
      terms?.total_gross_amount ?? null,
      terms?.total_fee_amount ?? null,
      terms?.total_net_amount ?? null,
      terms?.last_settlement_date ?? null,
    ],
  );
  return moved;
}

/** An anticipation that has just settled, and the outbox row that told of it before. */
export type SettledAnticipation = AnticipationState & { readonly told_before: string };

/** Receivables of an anticipation that are still to come or disputed. Those that are settled or canceled stay so. */
const OPEN = `
  SELECT FROM anticipation_items i JOIN receivables r ON r.id = i.receivable_id
  WHERE i.anticipation_id = a.id AND r.status IN ('anticipated', 'suspended')`;

const { from: BEFORE_SETTLED, to: SETTLED } = ANTICIPATION_TRANSITIONS.settle;
const SETTLES = `
  UPDATE anticipations a
  SET status = '${SETTLED}', outbox_id = $2, updated_at = $3, sequence = a.sequence + 1
  FROM chosen WHERE a.id = chosen.id AND a.status = '${BEFORE_SETTLED.join()}'`;
const RETURNING = `RETURNING a.*, old.outbox_id AS told_before`;

/** When a settlement is told of, and in which outbox row. */
export interface Telling {
  readonly outboxId: string;
  readonly now: Date;
}

/**
 * Settles those of the anticipations of which nothing is to come any more. Locks them first, in the order of their ids, and looks in a later
 * statement: of several that settle the last receivables of one at the same time, the last sees that none is left.
 * @param settling receivables that this transaction settles and may not have written yet
 */
export async function settleAnticipations(
  transaction: Transaction,
  ids: readonly string[],
  settling: readonly string[],
  { outboxId, now }: Telling,
): Promise<SettledAnticipation[]> {
  const locked = await transaction.query<{ id: string }>(
    `SELECT id FROM anticipations WHERE id = ANY ($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
  return transaction.query<SettledAnticipation>(
    `WITH chosen AS (SELECT unnest($1::uuid[]) AS id) ${SETTLES}
     AND NOT EXISTS (${OPEN} AND r.id <> ALL ($4::uuid[])) ${RETURNING}`,
    [locked.map(({ id }) => id), outboxId, now, settling],
  );
}

/**
 * Settles anticipations whose last date has passed and of which nothing is to come any more, but those that somebody else is at.
 * @param limit how many at once
 */
export const settleOverdueAnticipations = (
  transaction: Transaction,
  { outboxId, now }: Telling,
  limit: number,
): Promise<SettledAnticipation[]> =>
  transaction.query<SettledAnticipation>(
    `WITH chosen AS MATERIALIZED (
       SELECT a.id FROM anticipations a
       WHERE a.status = '${BEFORE_SETTLED.join()}' AND a.last_settlement_date <= $3 AND NOT EXISTS (${OPEN})
       ORDER BY a.last_settlement_date LIMIT $1
       FOR NO KEY UPDATE OF a SKIP LOCKED
     ) ${SETTLES} ${RETURNING}`,
    [limit, outboxId, now],
  );
