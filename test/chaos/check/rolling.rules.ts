import type { Evidence } from '../evidence/evidence.js';
import type { Operation, Try } from '../evidence/operation.js';
import { findAll, type Rule } from './finding.js';

/** Operations of clients that send each request once, asked while instances came and went in good order. */
export function operationsWhileRolling({ story }: Pick<Evidence, 'story'>): Operation[] {
  const from = story.phases.find(({ name }) => name === 'rolling')?.at ?? Infinity;
  const until = story.phases.find(({ name }) => name === 'end')?.at ?? Infinity;
  return [...story.operations.values()].filter(
    ({ askedAt, copies }) => copies === 1 && askedAt >= from && askedAt < until,
  );
}

const isFailed = ({ isForGood }: Try): boolean => !isForGood;

/** Requests that somebody had to repeat. */
export const failuresWhileRolling = (evidence: Pick<Evidence, 'story'>): number =>
  operationsWhileRolling(evidence).filter(({ tries }) => tries.some(isFailed)).length;

/** What fails then, one retry with the same key cures. */
export const oneRetryCures: Rule = (evidence) =>
  findAll(
    'one retry cures what a rolling restart breaks',
    operationsWhileRolling(evidence),
    ({ operation, type, tries }) => {
      const failed = tries.filter((each) => each.copy === 0 && isFailed(each));
      return failed.length > 1
        ? `operation ${operation} (${type}) failed ${failed.length} times: ${failed.map(({ status }) => status ?? 'no answer').join(', ')}`
        : undefined;
    },
  );
