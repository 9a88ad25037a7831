import { setTimeout as delay } from 'node:timers/promises';
import { Books } from '../support/books.js';
import { check } from './check/check.js';
import type { Finding } from './check/finding.js';
import { readPostbacks, readStory, type Evidence } from './evidence/evidence.js';
import { auditOf, takeFacts } from './evidence/take-facts.js';

/** Longer than the longest lease, and then a busy machine needs time. */
const SETTLED_WITHIN_MS = 120_000;
/** What is left to do is in the tables, but for what is on the bus. */
const ARRIVED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 1_000;
const CHECK_EVERY_MS = 5_000;

/** How a check ended. */
export interface Verdict {
  readonly evidence: Evidence;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
}

export interface Settling {
  readonly folder: string;
  /** The database, seen by the administrator. */
  readonly adminUrl: string;
  /** Writes down what is not in the folder's files yet. */
  readonly flush: () => Promise<unknown>;
  readonly onStep: (step: string) => void;
}

/** Waits without a fault until nothing is left to do, and checks everything; what is not right after all that time is wrong. */
export async function settleAndCheck({ folder, adminUrl, flush, onStep }: Settling): Promise<Verdict> {
  const books = await Books.open(adminUrl);
  try {
    const giveUpAt = performance.now() + SETTLED_WITHIN_MS;
    await untilNothingIsLeft(books, giveUpAt, onStep);
    const checkUntil = performance.now() + ARRIVED_WITHIN_MS;
    await flush();
    const story = await readStory(folder);
    for (;;) {
      await flush();
      const evidence = { story, postbacks: await readPostbacks(folder), facts: await takeFacts(books) };
      const findings = check(evidence);
      if (performance.now() > checkUntil || [...findings.values()].every(({ length }) => length === 0))
        return { evidence, findings };
      await delay(CHECK_EVERY_MS);
    }
  } finally {
    await books.close();
  }
}

async function untilNothingIsLeft(books: Books, giveUpAt: number, onStep: (step: string) => void): Promise<void> {
  let said = '';
  while (performance.now() < giveUpAt) {
    const rules = Object.keys(await auditOf(books));
    if (rules.length === 0) return;
    const left = rules.join(', ');
    if (left !== said) onStep(`Waiting: ${left}`);
    said = left;
    await delay(LOOK_EVERY_MS);
  }
}
