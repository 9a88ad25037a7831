import type { Line } from '../journal/accounts.domain.js';
import { postingLines } from '../journal/postings.domain.js';
import { subjectOf } from '../receivables/receivable-lines.domain.js';
import type { Advance } from './advance.domain.js';

/**
 * The lines of an approved anticipation: what is taken from each receivable, the interest on it, and to each wallet one credit for all of
 * its receivables, so that its statement has one line.
 */
export function advanceLines(anticipationId: string, advances: readonly Advance[]): Line[] {
  const statement = {
    referenceType: 'anticipation',
    referenceId: anticipationId,
    description: 'Anticipation of receivables',
  } as const;
  const lines = advances.flatMap(({ receivable, net, payout, interest }) =>
    postingLines('anticipation', subjectOf(receivable, statement), { net, payout, interest }),
  );
  const credits = lines.filter(isCredit);
  return [...lines.filter((line) => !isCredit(line)), ...summedByOwner(credits)];
}

type Credit = Line & { readonly account: { readonly kind: 'available'; readonly ownerId: string } };

const isCredit = (line: Line): line is Credit => line.account.kind === 'available';

/** A sum is no single receivable's money any more. */
function summedByOwner(credits: readonly Credit[]): Line[] {
  const sums = new Map<string, Line>();
  for (const credit of credits) {
    const { ownerId } = credit.account;
    const sum = sums.get(ownerId);
    sums.set(ownerId, { ...credit, amount: credit.amount + (sum?.amount ?? 0n), receivableId: null });
  }
  return [...sums.values()];
}
