import type { Evidence } from '../evidence/evidence.js';

/** Something that must not be. */
export interface Finding {
  readonly rule: string;
  /** Enough to find it in the history and the database. */
  readonly what: string;
}

/** Looks for one kind of it. */
export type Rule = (evidence: Evidence) => Finding[];

/** Every one of `items` that is not as it must be. @param whyNot undefined when it is */
export function findAll<Item>(
  rule: string,
  items: Iterable<Item>,
  whyNot: (item: Item) => string | undefined,
): Finding[] {
  const findings: Finding[] = [];
  for (const item of items) {
    const what = whyNot(item);
    if (what !== undefined) findings.push({ rule, what });
  }
  return findings;
}
