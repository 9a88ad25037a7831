import { DomainError, type DeadLetterRecord } from '@centavo/contracts';
import type { Database, Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import type { DeadLetter, DeadLetterSink } from '../bus.js';
import type { Outbox } from '../outbox/outbox.js';
import {
  type DeadLetterRow,
  headersOf,
  openDeadLetters,
  takeDeadLetter,
  upsertDeadLetter,
} from './dead-letters.sql.js';

const MAX_REASON_LENGTH = 2_000;

/** A service's dead letters, in its own schema, so that they can be listed and requeued. Also the injection token. */
export class DatabaseDeadLetters implements DeadLetterSink {
  readonly #database: Database;
  readonly #outbox: Outbox;

  constructor(database: Database, outbox: Outbox) {
    this.#database = database;
    this.#outbox = outbox;
  }

  /** Keeps a letter; the same message of the same group only once. */
  async add({ message, group, reason, attempts }: DeadLetter): Promise<void> {
    await upsertDeadLetter(this.#database, {
      id: newId(),
      message_id: storable(message.id),
      consumer_group: group,
      topic: message.topic,
      type: storable(message.type),
      key: storable(message.key),
      value: storable(message.value),
      headers: JSON.stringify(message.headers),
      reason: storable(reason).slice(0, MAX_REASON_LENGTH),
      attempts,
    });
  }

  /**
   * Letters that were not requeued, newest first.
   * @param page.limit at most so many
   * @param page.before the last id of the page before
   */
  list(page: { readonly limit: number; readonly before?: string }): Promise<DeadLetterRow[]> {
    return openDeadLetters(this.#database, page.limit, page.before);
  }

  /**
   * Sends a letter's message again, to its own group only: through the group's command topic, which no other group reads (handlers are
   * chosen by type, not by topic). Whoever once waited for an answer is gone.
   * @returns the letter as it is now, closed
   * @throws DomainError `dead_letter_not_found` also when it was requeued before; `dead_letter_expired` for a command whose sender may have
   * tried again and been forgotten since
   */
  async requeue(transaction: Transaction, id: string): Promise<DeadLetterRecord> {
    const row = await takeDeadLetter(transaction, id);
    if (!row) throw new DomainError('dead_letter_not_found');
    const { deadline, replyTo: _, ...headers } = headersOf(row);
    if (isTooOld(deadline)) throw new DomainError('dead_letter_expired');
    const { message_id, type, key, value } = row;
    const topic = `${row.consumer_group}.commands`;
    await this.#outbox.add(transaction, {
      id: this.#outbox.newId(),
      messages: [{ topic, id: message_id, type, key, value, headers }],
      follows: [],
    });
    return row;
  }
}

/** Answers are kept for so long at least: until then a repetition of the request is known. Events have no deadline. */
const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

const isTooOld = (deadline: string | undefined): boolean =>
  deadline !== undefined && Number(deadline) + ANSWERS_KEPT_MS < Date.now();

/** PostgreSQL's text cannot hold NUL. JSON never contains it raw, so only what was no JSON is changed by this. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}
