import { createHash } from 'node:crypto';
import {
  type Answer,
  DomainError,
  type ErrorCode,
  type IdempotencyRequest,
  isSameBody,
  toErrorAnswer,
} from '@centavo/contracts';
import type { Database, Sql, Transaction } from '@centavo/persistence';
import { untilFewer } from '@centavo/runtime';
import { RetriableError } from '../bus.js';
import {
  claimKey,
  claimKeys,
  deleteKeysOlderThan,
  insertKeys,
  keepAnswers,
  keptAnswers,
  releaseKeys,
} from './idempotency.sql.js';
import { inSavepoint } from './in-savepoint.js';
import { isOncePerCommand } from './once-per-command.js';

/** A request whose answer is known before it is written. */
export interface IdempotencyEntry {
  readonly merchantId: string;
  readonly request: IdempotencyRequest;
  readonly answer: Answer;
}

/** A request of a merchant under a key. */
export type KeyedRequest = Pick<IdempotencyEntry, 'merchantId' | 'request'>;

/** The contract promises 24. */
const KEPT_HOURS = 25;
const PURGED_AT_ONCE = 5_000;

/** Operators act for no merchant; their keys live under this id, which none ever has. */
export const OPERATORS = '00000000-0000-0000-0000-000000000000';

const REUSED: Answer = toErrorAnswer(new DomainError('idempotency_key_reused'));

/**
 * The answers kept for `Idempotency-Key`s, written in the transaction of the effect: there is either an effect with its answer or neither.
 * Also the injection token.
 */
export class Idempotency {
  /**
   * Keeps the answers of a batch.
   * @returns per entry: null when the request is new and has to be carried out, else the answer to give instead: the kept one, or
   * `idempotency_key_reused` for another body. Of several equal entries the first is new.
   */
  async recordAnswers(transaction: Transaction, entries: readonly IdempotencyEntry[]): Promise<(Answer | null)[]> {
    const rows = entries.map(({ merchantId, request, answer }) => ({
      keyHash: hashOf(merchantId, request),
      merchantId,
      fingerprint: request.fingerprint,
      answer,
    }));
    const firsts = new Map(rows.toReversed().map((row) => [row.keyHash, row]));
    const sorted = [...firsts.values()].toSorted((left, right) => (left.keyHash < right.keyHash ? -1 : 1));
    const fresh = await insertKeys(transaction, sorted);
    const isNew = (row: (typeof rows)[number]): boolean => fresh.has(row.keyHash) && firsts.get(row.keyHash) === row;
    if (rows.every(isNew)) return rows.map(() => null);

    const kept = await keptAnswers(
      transaction,
      rows.filter((row) => !isNew(row)).map(({ keyHash }) => keyHash),
    );
    return rows.map((row) => (isNew(row) ? null : replay(kept.get(row.keyHash), row.fingerprint)));
  }

  /**
   * Claims the keys of a batch whose answers are only known when it is written; {@link settle} ends every claim in the same transaction. Waits
   * for another transaction that is at one of them.
   * @param requests each key once
   * @returns per request: null when it is new and the caller's to carry out, else the answer to give instead
   */
  async claim(transaction: Transaction, requests: readonly KeyedRequest[]): Promise<(Answer | null)[]> {
    const rows = requests.map(({ merchantId, request }) => ({
      keyHash: hashOf(merchantId, request),
      merchantId,
      fingerprint: request.fingerprint,
    }));
    const sorted = rows.toSorted((left, right) => (left.keyHash < right.keyHash ? -1 : 1));
    const claimed = await claimKeys(transaction, sorted);
    const taken = rows.map(({ keyHash }) => keyHash).filter((keyHash) => !claimed.has(keyHash));
    if (taken.length === 0) return rows.map(() => null);
    const kept = await keptAnswers(transaction, taken);
    return rows.map(({ keyHash, fingerprint }) =>
      claimed.has(keyHash) ? null : replay(kept.get(keyHash), fingerprint),
    );
  }

  /** Ends claims: keeps the answer, or without one gives the key back, so that whoever comes next with it is the first. */
  async settle(
    transaction: Transaction,
    settlements: readonly (KeyedRequest & { readonly answer: Answer | null })[],
  ): Promise<void> {
    const rows = settlements.map(({ merchantId, request, answer }) => ({
      keyHash: hashOf(merchantId, request),
      answer,
    }));
    const answered = rows.flatMap(({ keyHash, answer }) => (answer ? [{ keyHash, answer }] : []));
    const released = rows.flatMap(({ keyHash, answer }) => (answer ? [] : [keyHash]));
    if (answered.length > 0) await keepAnswers(transaction, answered);
    if (released.length > 0) await releaseKeys(transaction, released);
  }

  /**
   * @returns the answer to give instead of carrying the request out: the kept one, or `idempotency_key_reused` for another body; null when
   * there is none
   */
  async find(sql: Sql, merchantId: string, request: IdempotencyRequest): Promise<Answer | null> {
    const keyHash = hashOf(merchantId, request);
    const kept = (await keptAnswers(sql, [keyHash])).get(keyHash);
    return kept ? replay(kept, request.fingerprint) : null;
  }

  /**
   * Carries out a request once. A DomainError that `work` throws is an answer like any other and kept, but `work`'s writes are undone.
   * @param merchantId whose key it is; {@link OPERATORS} of an operator's
   * @param request null: the client gave no key; then `work` is just called
   * @param work gets the transaction to use: what it registers there to happen after the commit is forgotten when it throws
   * @throws DomainError `idempotency_in_progress` while another transaction carries the request out; RetriableError when that one is the
   * same command, whose sender still waits for its answer
   * @throws whatever else `work` throws; a DomainError that is a fault of the moment (429, 5xx) or a `validation_error` too. Then nothing is
   * kept
   */
  async once<Data>(
    transaction: Transaction,
    merchantId: string,
    request: IdempotencyRequest | null,
    work: (transaction: Transaction) => Promise<Answer<Data>>,
  ): Promise<Answer<Data>> {
    if (!request) return work(transaction);

    const keyHash = hashOf(merchantId, request);
    const { fingerprint } = request;
    if (!(await claimKey(transaction, { keyHash, merchantId, fingerprint }))) {
      const kept = (await keptAnswers(transaction, [keyHash])).get(keyHash);
      if (!kept) throw inProgress(request);
      return replay(kept, fingerprint) as Answer<Data>;
    }
    const answer = await inSavepoint(transaction, work).catch(answerOf);
    await keepAnswers(transaction, [{ keyHash, answer }]);
    return answer as Answer<Data>;
  }
}

/** Forgets keys past their time, in bounded steps. @returns how many */
export const purgeIdempotencyKeys = (database: Database): Promise<number> =>
  untilFewer(PURGED_AT_ONCE, () => deleteKeysOlderThan(database, KEPT_HOURS, PURGED_AT_ONCE));

function hashOf(merchantId: string, { scope, key }: IdempotencyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([merchantId, scope, key]))
    .digest('base64url');
}

function replay(kept: { fingerprint: string; answer: Answer } | undefined, fingerprint: string): Answer {
  if (!kept) throw new RetriableError('The idempotency key was forgotten while it was looked up.');
  return isSameBody(kept.fingerprint, fingerprint) ? { ...kept.answer, replayed: true } : REUSED;
}

function inProgress(request: IdempotencyRequest): Error {
  return isOncePerCommand(request)
    ? new RetriableError('The same command is being carried out.')
    : new DomainError('idempotency_in_progress');
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof DomainError) || !isKept(error)) throw error;
  return toErrorAnswer(error);
}

/** Refusals of who asks, or of how it is asked: both may be put right under the same key. A PIN is a credential like any other. */
const MAY_BE_PUT_RIGHT: ReadonlySet<ErrorCode> = new Set([
  'validation_error',
  'transaction_pin_required',
  'transaction_pin_invalid',
  'transaction_pin_locked',
]);

/** Whether a refusal is the answer for good: a fault of the moment passes, and what may be put right may be tried again. */
export const isKept = ({ code, status }: DomainError): boolean =>
  !MAY_BE_PUT_RIGHT.has(code) && status !== 429 && status < 500;
