import {
  created,
  DomainError,
  isSameBody,
  presentWithdrawal,
  toErrorAnswer,
  type Answer,
  type IdempotencyRequest,
  type Withdrawal,
} from '@centavo/contracts';
import { isKept, type Idempotency, type KeyedRequest, type MessageHeaders } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import type { Booking, Books } from '../../books/books.js';
import { withdrawalEvent } from '../withdrawal-event.js';
import { withdrawalLines } from '../withdrawal-lines.domain.js';
import { listWithdrawals } from '../withdrawal-lists.sql.js';
import type { WithdrawalTask } from '../withdrawal-tasks.sql.js';
import { asMade, ownerOf, type WithdrawalState } from '../withdrawal.domain.js';
import { deleteWithdrawals, findByKeys, insertWithdrawals } from '../withdrawals.sql.js';
import type { WithdrawalDraft } from './withdrawal-draft.js';
import { factsAbout } from './withdrawal-facts.sql.js';
import { pinToVerify, termsOf } from './withdrawal-rules.domain.js';

/** A withdrawal that is to be made, with the request it answers. */
export interface Creation {
  readonly draft: WithdrawalDraft;
  /** Of the client's header. */
  readonly idempotency: IdempotencyRequest | null;
  readonly cause: MessageHeaders;
  /** The PIN that was given and found right. */
  readonly verifiedPinId: string | null;
}

/**
 * What became of a {@link Creation}. `answer`: that, and `made` is there when this very call made it. `refusal`: not an answer for good. `pinId`:
 * nothing yet, this PIN has to be verified first. `again`: nothing yet, another of the batch has the same key.
 */
export type CreationResult =
  | { readonly answer: Answer<Withdrawal>; readonly made?: WithdrawalState }
  | { readonly refusal: DomainError }
  | { readonly pinId: string }
  | { readonly again: true };

/** What {@link writeCreations} needs beside the creations. */
export interface CreationDesk {
  readonly idempotency: Idempotency;
  readonly books: Books;
  readonly hasCrypto: boolean;
  readonly now: Date;
  /** The row and the task of a withdrawal that is allowed. */
  readonly make: (creation: Creation, terms: ReturnType<typeof termsOf>, outboxId: string) => NewWithdrawal;
}

export interface NewWithdrawal {
  readonly state: WithdrawalState;
  readonly task: WithdrawalTask;
}

/**
 * Makes the withdrawals of a batch in the caller's transaction: whatever is refused falls out alone. Results are in the order of the creations.
 *
 * Keys come first, the header's and then the body's: who repeats a request gets its answer, whatever would be said today. A refusal is kept under
 * the header's key as everywhere; it leaves no withdrawal, so the body's key is free again.
 */
export async function writeCreations(
  transaction: Transaction,
  creations: readonly Creation[],
  desk: CreationDesk,
): Promise<CreationResult[]> {
  const results = new Map<Creation, CreationResult>();
  const open = (): Creation[] => creations.filter((creation) => !results.has(creation));
  for (const creation of repetitions(creations)) results.set(creation, { again: true });
  await claimHeaderKeys(transaction, open(), desk, results);
  const claimed = open().filter(({ idempotency }) => idempotency);
  await replayByBody(transaction, open(), results);
  const drafted = await assess(transaction, open(), desk, results);
  await make(transaction, drafted, desk, results);
  await settleHeaderKeys(transaction, claimed, desk, results);
  return creations.map((creation) => results.get(creation)!);
}

type Results = Map<Creation, CreationResult>;

/** Those that have a key in common with an earlier one of the batch. */
function repetitions(creations: readonly Creation[]): Creation[] {
  const seen = new Set<string>();
  return creations.filter(({ draft, idempotency }) => {
    const keys = [
      `body ${draft.merchantId} ${draft.idempotencyKey}`,
      ...(idempotency ? [`header ${draft.merchantId} ${idempotency.scope} ${idempotency.key}`] : []),
    ];
    const isRepetition = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isRepetition;
  });
}

const keyedRequest = ({ draft, idempotency }: Creation): KeyedRequest => ({
  merchantId: draft.merchantId,
  request: idempotency!,
});

async function claimHeaderKeys(
  transaction: Transaction,
  open: readonly Creation[],
  { idempotency }: CreationDesk,
  results: Results,
): Promise<void> {
  const keyed = open.filter((creation) => creation.idempotency);
  if (keyed.length === 0) return;
  const kept = await idempotency.claim(transaction, keyed.map(keyedRequest));
  keyed.forEach((creation, index) => {
    const answer = kept[index] as Answer<Withdrawal> | null | undefined;
    if (answer) results.set(creation, { answer });
  });
}

/** The body's key is kept in the withdrawal itself, for ever. */
async function replayByBody(transaction: Transaction, open: readonly Creation[], results: Results): Promise<void> {
  if (open.length === 0) return;
  const keys = open.map(({ draft: { merchantId, idempotencyKey: key } }) => ({ merchantId, key }));
  const found = await findByKeys(transaction, keys);
  const byKey = new Map(found.map((made) => [`${made.merchant_id} ${made.idempotency_key}`, made]));
  for (const creation of open) {
    const { draft } = creation;
    const earlier = byKey.get(`${draft.merchantId} ${draft.idempotencyKey}`);
    if (earlier) results.set(creation, { answer: replay(earlier, draft) });
  }
}

function replay(earlier: WithdrawalState, { id, fingerprint }: WithdrawalDraft): Answer<Withdrawal> {
  if (!isSameBody(earlier.fingerprint, fingerprint)) {
    return toErrorAnswer(DomainError.onField('idempotency_key_reused', 'idempotency_key'));
  }
  const answer = answerFor(asMade(earlier));
  // The bus may deliver a command again: to its sender that is the first answer still.
  return earlier.id === id ? answer : { ...answer, replayed: true };
}

const answerFor = (withdrawal: WithdrawalState) => created('Withdrawal requested.', presentWithdrawal(withdrawal));

interface Drafted extends NewWithdrawal {
  readonly creation: Creation;
}

async function assess(
  transaction: Transaction,
  open: readonly Creation[],
  desk: CreationDesk,
  results: Results,
): Promise<Drafted[]> {
  if (open.length === 0) return [];
  const facts = await factsAbout(
    transaction,
    open.map(({ draft }) => draft),
  );
  const outboxId = desk.books.newOutboxId();
  return open.flatMap((creation, index) => {
    try {
      const { draft, verifiedPinId } = creation;
      const terms = termsOf(draft, facts[index]!, desk.hasCrypto);
      const pinId = pinToVerify(draft, facts[index]!, verifiedPinId);
      if (!pinId) return [{ creation, ...desk.make(creation, terms, outboxId) }];
      results.set(creation, { pinId });
    } catch (error) {
      results.set(creation, refused(error));
    }
    return [];
  });
}

function refused(error: unknown): CreationResult {
  if (!(error instanceof DomainError)) throw error;
  return isKept(error) ? { answer: toErrorAnswer(error) } : { refusal: error };
}

/** Rows before accounts, as everywhere; those that no balance covers are taken back. */
async function make(
  transaction: Transaction,
  drafted: readonly Drafted[],
  { books, now }: CreationDesk,
  results: Results,
): Promise<void> {
  const rows = await insert(transaction, drafted, results);
  if (rows.length === 0) return;
  const answers = new Map(rows.map(({ state }) => [state.id, answerFor(state)]));
  const bookings = rows.map(({ state, creation: { cause } }): Booking => ({
    journal: {
      id: state.id,
      kind: 'withdrawal',
      referenceId: state.id,
      occurredAt: now,
      lines: withdrawalLines(state),
      coveredBy: ownerOf(state),
    },
    receivables: [],
    cause,
    events: [withdrawalEvent(state, cause, answers.get(state.id)!.data)],
  }));
  const { posted, uncovered } = await books.post(transaction, bookings, rows[0]!.state.outbox_id);
  // The wallet was there a moment ago and the row is new: anything else is a fault, and no withdrawal may be without its debit.
  if (posted.size + uncovered.size < rows.length) throw new Error('a withdrawal could not be booked');
  if (uncovered.size > 0) await deleteWithdrawals(transaction, [...uncovered]);
  for (const { creation, state } of rows) {
    const isCovered = !uncovered.has(state.id);
    const broke = DomainError.onField('insufficient_balance', 'amount');
    results.set(creation, isCovered ? { answer: answers.get(state.id)!, made: state } : refused(broke));
  }
  const made = rows.filter(({ state }) => !uncovered.has(state.id));
  await listWithdrawals(
    transaction,
    made.map(({ state }) => ({ before: null, after: state })),
  );
}

/** @returns those that are there now; of the others another transaction has just taken the key */
async function insert(transaction: Transaction, drafted: readonly Drafted[], results: Results): Promise<Drafted[]> {
  if (drafted.length === 0) return [];
  const sorted = drafted.toSorted((a, b) => (bodyKeyOf(a) < bodyKeyOf(b) ? -1 : 1));
  const inserted = await insertWithdrawals(
    transaction,
    sorted.map(({ state }) => state),
    sorted.map(({ task }) => task),
  );
  for (const { creation, state } of drafted) if (!inserted.has(state.id)) results.set(creation, { again: true });
  return drafted.filter(({ state }) => inserted.has(state.id));
}

const bodyKeyOf = ({ state }: Drafted): string => `${state.merchant_id} ${state.idempotency_key}`;

async function settleHeaderKeys(
  transaction: Transaction,
  claimed: readonly Creation[],
  { idempotency }: CreationDesk,
  results: Results,
): Promise<void> {
  if (claimed.length === 0) return;
  const settlements = claimed.map((creation) => {
    const result = results.get(creation)!;
    return { ...keyedRequest(creation), answer: 'answer' in result ? withoutReplay(result.answer) : null };
  });
  await idempotency.settle(transaction, settlements);
}

/** A kept answer is not a replay of itself. */
function withoutReplay(answer: Answer<Withdrawal>): Answer<Withdrawal> {
  const { replayed: _, ...first } = answer;
  return first;
}
