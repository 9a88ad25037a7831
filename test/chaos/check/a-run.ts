import { addLine, addPostback, emptyStory, noPostbacks, type Evidence } from '../evidence/evidence.js';
import { digestOf, keyHashOf } from '../evidence/digest.js';
import { noFacts } from '../evidence/facts.js';
import type { AskLine, HistoryLine } from '../history/history-line.js';
import type { PostbackLine } from '../clients/receiver.js';

export const MERCHANT = '00000000-0000-7000-8000-000000000001';
export const CHARGE = '00000000-0000-7000-8000-000000000002';
const LOST_SIGHT_OF = '00000000-0000-7000-8000-000000000003';
const ENDPOINT = `/${MERCHANT}/quick`;

type Facts = ReturnType<typeof noFacts>;

/** What is known of a run, for a test to falsify. */
export interface ARun {
  readonly lines: HistoryLine[];
  readonly postbacks: PostbackLine[];
  readonly facts: Facts;
}

/** An operation that asks for a charge. */
export const anAsk = (fields: Partial<AskLine> = {}): AskLine & { readonly at: number } => ({
  line: 'ask',
  at: 1_000,
  operation: 1,
  type: 'charge',
  merchantId: MERCHANT,
  method: 'POST',
  path: '/v1/charges',
  key: 'key-1',
  body: { amount: 10_000 },
  effect: { kind: 'charge', mark: 'm0c0-1' },
  copies: 1,
  changes: null,
  ...fields,
});

export const aSend = (operation: number, at: number, attempt = 1): HistoryLine => ({
  line: 'send',
  at,
  operation,
  copy: 0,
  attempt,
  gateway: 'gateway-1',
});

export const anAnswer = (operation: number, at: number, status: number, body: unknown, attempt = 1): HistoryLine => ({
  line: 'answer',
  at,
  operation,
  copy: 0,
  attempt,
  status,
  isReplayed: attempt > 1,
  body,
});

export const aPostback = (sequence: number, resourceId = CHARGE): PostbackLine => ({
  at: 2_000 + sequence,
  endpoint: ENDPOINT,
  id: `event-${sequence}-of-${resourceId}`,
  event: 'charge.pending',
  resourceId,
  sequence,
  digest: `body-${sequence}`,
});

const DATA = { id: CHARGE, amount: 10_000 };

const hashOf = (key: string): string => keyHashOf(MERCHANT, 'POST /v1/charges', key);

/** A charge that was granted at the second try, one of which nobody heard and which was made, its key with another body, and a kill. */
export function aSoundRun(): ARun {
  const lines: HistoryLine[] = [
    { line: 'run', at: 0, seed: 1, plan: {}, command: '', instances: { webhooks: 1 }, receiverPort: 1 },
    { line: 'merchant', at: 0, id: MERCHANT, endpoints: [ENDPOINT] },
    anAsk(),
    aSend(1, 1_000),
    { line: 'fault', at: 1_100, fault: 1, kind: 'kill -9', victim: 'gateway', instances: ['gateway-1'] },
    { line: 'silence', at: 1_101, operation: 1, copy: 0, attempt: 1, reason: 'ECONNRESET' },
    { line: 'ready', at: 1_900, fault: 1, starts: 1 },
    aSend(1, 2_000, 2),
    anAnswer(1, 2_100, 201, { data: DATA }, 2),
    anAsk({ operation: 2, changes: 1, effect: null }),
    aSend(2, 2_200),
    anAnswer(2, 2_300, 422, { error: 'idempotency_key_reused' }),
    anAsk({ operation: 3, key: 'key-3', effect: { kind: 'charge', mark: 'm0c0-2' } }),
    aSend(3, 2_400),
    { line: 'silence', at: 2_500, operation: 3, copy: 0, attempt: 1, reason: 'TimeoutError' },
    { line: 'given up', at: 2_500, operation: 3, copy: 0 },
  ];
  const facts = noFacts();
  facts.effects.push(
    { kind: 'charge', mark: 'm0c0-1', id: CHARGE, amount: 10_000 },
    { kind: 'charge', mark: 'm0c0-2', id: LOST_SIGHT_OF, amount: 10_000 },
  );
  facts.kept.push(
    { hash: hashOf('key-1'), status: 201, error: null, digest: digestOf(DATA) },
    { hash: hashOf('key-3'), status: 201, error: null, digest: digestOf({ id: LOST_SIGHT_OF }) },
  );
  facts.resources.push(
    { kind: 'charge', id: CHARGE, merchantId: MERCHANT, sequence: 2 },
    { kind: 'charge', id: LOST_SIGHT_OF, merchantId: MERCHANT, sequence: 1 },
  );
  facts.entries.push(
    { transactionId: 'capture', accountId: '101', amount: 9_701 },
    { transactionId: 'capture', accountId: '1', amount: -9_701 },
  );
  facts.accounts.push({ id: '101', kind: 'pending', walletId: 'wallet', balance: 9_701 });
  facts.debits.push({ transactionId: 'payout', balanceAfter: 0 });
  facts.links.push({ id: 'link', maxUses: 2, uses: 2, charges: ['captured', 'failed', 'pending'] });
  return { lines, postbacks: [aPostback(1), aPostback(2), aPostback(1, LOST_SIGHT_OF)], facts };
}

/** Reads it as the check does. */
export function evidenceOf({ lines, postbacks, facts }: ARun): Evidence {
  const story = emptyStory();
  for (const line of lines) addLine(story, line);
  const heard = noPostbacks();
  for (const postback of postbacks) addPostback(heard, postback);
  return { story, postbacks: heard, facts };
}
