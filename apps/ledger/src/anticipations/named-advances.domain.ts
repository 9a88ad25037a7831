import { DomainError, type ErrorCode, type ErrorDetail } from '@centavo/contracts';
import type { ReceivableState } from '../receivables/receivable.domain.js';
import { advanceOf, type Advance, type AdvanceTerms } from './advance.domain.js';

/** What is known of the receivables that a request names. */
export interface NamedReceivables {
  readonly merchantId: string;
  readonly ids: readonly string[];
  /** Those of the ids that there are, of whomever. */
  readonly found: readonly ReceivableState[];
  /** The ids of those that are in an anticipation which did not come to nothing. */
  readonly taken: ReadonlySet<string>;
}

/** Which error names a request that is wrong in several ways; the details name them all. */
const GRAVEST_FIRST = ['receivable_not_found', 'receivable_not_eligible', 'receivable_already_anticipated'] as const;
type Refusal = ErrorDetail & { readonly code: (typeof GRAVEST_FIRST)[number] };

/**
 * The advances of the receivables that a request names, in its order; all or none.
 * @throws DomainError `receivable_not_found`, `receivable_not_eligible`, `receivable_already_anticipated`: with every id that is wrong
 */
export function namedAdvances(named: NamedReceivables, terms: AdvanceTerms): Advance[] {
  const known = new Map(
    named.found.filter(({ merchant_id }) => merchant_id === named.merchantId).map((each) => [each.id, each]),
  );
  const results = named.ids.map((id, index) => judge(known.get(id), index, named, terms));
  const refusals = results.filter(isRefusal);
  if (refusals.length > 0) throw refused(refusals);
  return results.filter(isAdvance);
}

function judge(
  receivable: ReceivableState | undefined,
  index: number,
  { taken }: NamedReceivables,
  terms: AdvanceTerms,
): Advance | Refusal {
  const field = `receivable_ids.${index}`;
  if (!receivable) return { field, code: 'receivable_not_found', message: 'There is no such receivable.' };
  if (taken.has(receivable.id) && !isOver(receivable)) {
    return { field, code: 'receivable_already_anticipated', message: 'The receivable is in another anticipation.' };
  }
  const advance = advanceOf(receivable, terms);
  return typeof advance === 'string' ? { field, code: 'receivable_not_eligible', message: advance } : advance;
}

const isOver = ({ status }: ReceivableState): boolean => status === 'settled' || status === 'canceled';

const isRefusal = (result: Advance | Refusal): result is Refusal => 'code' in result;
const isAdvance = (result: Advance | Refusal): result is Advance => !isRefusal(result);

function refused(refusals: readonly Refusal[]): DomainError {
  const codes: readonly ErrorCode[] = refusals.map(({ code }) => code);
  return new DomainError(
    GRAVEST_FIRST.find((code) => codes.includes(code))!,
    { details: refusals },
  );
}
