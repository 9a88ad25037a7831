import { addDays, startOfDaySaoPaulo } from '@centavo/brazil';
import { DomainError, type AnticipationType } from '@centavo/contracts';
import type { Sql } from '@centavo/persistence';
import type { ReceivableState } from '../receivables/receivable.domain.js';
import { advancesOf, type Advance, type AdvanceTerms } from './advance.domain.js';
import { findTaken } from './anticipation-items.sql.js';
import { MAX_RECEIVABLES } from './anticipation.domain.js';
import { findCandidates, type CandidateCursor } from './candidates.sql.js';
import { namedAdvances } from './named-advances.domain.js';

/** Which receivables are to be anticipated. */
export interface Wish {
  readonly merchantId: string;
  readonly type: AnticipationType;
  /** null: all that can be. */
  readonly receivableIds: readonly string[] | null;
}

/** How receivables are read: locked by whoever pays them, as they are by whoever only looks. */
export type ReadReceivables = (ids: readonly string[]) => Promise<ReceivableState[]>;

/** What is to be paid early. */
export interface Choice {
  readonly advances: readonly Advance[];
  /** Whether nothing that could be anticipated was left for another one, as far as could be seen. */
  readonly isAll: boolean;
}

/** What a request asks for. @throws DomainError `receivable_ids_required` */
export function wishOf(
  merchantId: string,
  type: AnticipationType,
  receivableIds: readonly string[] | null | undefined,
): Wish {
  const ids = receivableIds?.map((id) => id.toLowerCase()) ?? null;
  // An empty list names nothing, and whoever sends one does not mean everything.
  if (ids?.length === 0)
    throw idsRequired('An empty list names nothing; `automatic` without one takes all that can be.');
  if (!ids && type === 'spot') throw idsRequired();
  return { merchantId, type, receivableIds: ids };
}

const idsRequired = (message?: string): DomainError =>
  DomainError.onField('receivable_ids_required', 'receivable_ids', message);

/**
 * Finds what a wish comes to today.
 * @throws DomainError `receivable_not_found`, `receivable_not_eligible`, `receivable_already_anticipated` about receivables that it names
 */
export async function chooseAdvances(
  sql: Sql,
  { merchantId, receivableIds: ids }: Wish,
  terms: AdvanceTerms,
  read: ReadReceivables,
): Promise<Choice> {
  if (!ids) return allAdvances(sql, merchantId, terms, read);
  const found = await read(ids);
  const taken = await findTaken(sql, ids);
  return { advances: namedAdvances({ merchantId, ids, found, taken }, terms), isAll: true };
}

/** Found first and read, perhaps locked, all at once then: locks go by id, and the search by date. */
async function allAdvances(sql: Sql, merchantId: string, terms: AdvanceTerms, read: ReadReceivables): Promise<Choice> {
  const { ids, isAll } = await eligibleIds(sql, merchantId, terms);
  const receivables = await read(ids);
  const taken = await findTaken(sql, ids);
  return {
    advances: advancesOf(
      receivables.filter(({ id }) => !taken.has(id)),
      terms,
    ),
    isAll,
  };
}

/** Page by page, because what can be paid is not for SQL to know. */
async function eligibleIds(
  sql: Sql,
  merchantId: string,
  terms: AdvanceTerms,
): Promise<{ ids: string[]; isAll: boolean }> {
  const dueFrom = startOfDaySaoPaulo(addDays(terms.today, 1));
  const ids: string[] = [];
  let after: CandidateCursor | undefined;
  for (;;) {
    const page = await findCandidates(sql, { merchantId, dueFrom, after, limit: MAX_RECEIVABLES });
    ids.push(...advancesOf(page, terms).map(({ receivable }) => receivable.id));
    if (ids.length > MAX_RECEIVABLES) return { ids: ids.slice(0, MAX_RECEIVABLES), isAll: false };
    if (page.length < MAX_RECEIVABLES) return { ids, isAll: true };
    after = page.at(-1);
  }
}
