import type { Sql } from '@centavo/persistence';
import { FIRST_ID } from '@centavo/runtime';
import type { ReceivableState } from '../receivables/receivable.domain.js';
import { RECEIVABLE_COLUMNS } from '../receivables/receivables.sql.js';

/** Where a page of candidates begins: after this one. */
export type CandidateCursor = Pick<ReceivableState, 'id' | 'original_settlement_date'>;

/** Which receivables could be anticipated. */
export interface CandidateQuery {
  readonly merchantId: string;
  /** Before it they settle by themselves. */
  readonly dueFrom: Date;
  readonly after: CandidateCursor | undefined;
  readonly limit: number;
}

/** A merchant's pending receivables that are in no anticipation, its submerchants' included, those due first before the others. Locks none. */
export const findCandidates = (
  sql: Sql,
  { merchantId, dueFrom, after, limit }: CandidateQuery,
): Promise<ReceivableState[]> =>
  sql.query<ReceivableState>(
    `SELECT ${RECEIVABLE_COLUMNS} FROM receivables r
     WHERE merchant_id = $1 AND status = 'pending'
       AND (original_settlement_date, id) > ($2, $3::uuid)
       AND NOT EXISTS (SELECT FROM anticipation_items i WHERE i.receivable_id = r.id AND NOT i.is_released)
     ORDER BY original_settlement_date, id LIMIT $4`,
    [merchantId, after?.original_settlement_date ?? dueFrom, after?.id ?? FIRST_ID, limit],
  );

/** Receivables as they are now, without a lock. */
export const findReceivables = (sql: Sql, ids: readonly string[]): Promise<ReceivableState[]> =>
  sql.query<ReceivableState>(`SELECT ${RECEIVABLE_COLUMNS} FROM receivables WHERE id = ANY ($1::uuid[])`, [ids]);
