import {
  created,
  presentCharge,
  type Answer,
  type Charge,
  type ErrorAnswer,
  type IdempotencyRequest,
} from '@centavo/contracts';
import { Idempotency, Outbox, type AddressedMessage, type MessageHeaders } from '@centavo/messaging';
import { Database, isolateFailures, type Transaction } from '@centavo/persistence';
import { PacedBatcher } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { chargeEvent } from './charge-events.js';
import type { ChargeMove } from './charge-transition.domain.js';
import type { ChargeState } from './charge.domain.js';
import { findCharges, insertCharges, moveCharges, type ChargeTask } from './charges.sql.js';

/** A charge that is to be made, with the request it answers. */
export interface Creation {
  readonly charge: Omit<ChargeState, 'outbox_id'>;
  readonly task: ChargeTask;
  readonly idempotency: IdempotencyRequest | null;
  readonly cause: MessageHeaders;
}

/** What became of a {@link Creation}: `charge` is there when this very call made it. */
export interface CreationResult {
  readonly answer: Answer<Charge>;
  readonly charge?: ChargeState;
}

interface Movement {
  readonly move: ChargeMove;
  readonly cause: MessageHeaders;
}

type Write = { readonly creation: Creation } | { readonly movement: Movement };
type WriteResult = CreationResult | boolean;

/** Under load a write waits at most this long for company: a transaction costs the same for one charge and for fifty. */
const WRITE_LINGER_MS = 10;
const MAX_WRITES_PER_TRANSACTION = 400;

/**
 * The one path by which charges reach the database. New charges and moves of the state machine that fall together share one
 * transaction: answers kept for idempotency, rows, due tasks and the outbox row, all or nothing.
 */
@Injectable()
export class ChargeWriter {
  readonly #batcher: PacedBatcher<Write, PromiseSettledResult<WriteResult>>;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
  ) {
    this.#batcher = new PacedBatcher({
      flush: (writes) => isolateFailures(writes, (part) => this.#write(part)),
      maxSize: MAX_WRITES_PER_TRANSACTION,
      lingerMs: WRITE_LINGER_MS,
    });
  }

  /** Makes a charge, or answers as the first time when it or its idempotency key exists. */
  create(creation: Creation): Promise<CreationResult> {
    return this.#add({ creation }) as Promise<CreationResult>;
  }

  /** Keeps a refusal as the answer under an idempotency key. @returns the answer to give: the one kept before, where there is one */
  refuse(merchantId: string, request: IdempotencyRequest, refusal: ErrorAnswer): Promise<Answer<Charge>> {
    return this.database.transaction(async (transaction) => {
      const [kept] = await this.idempotency.recordAnswers(transaction, [{ merchantId, request, answer: refusal }]);
      return (kept as Answer<Charge> | null | undefined) ?? refusal;
    });
  }

  /** Carries out a move; false when the charge has moved on in the meantime and nothing was done. */
  move(move: ChargeMove, cause: MessageHeaders): Promise<boolean> {
    return this.#add({ movement: { move, cause } }) as Promise<boolean>;
  }

  /** Resolves when everything that was handed in is written. */
  drained(): Promise<void> {
    return this.#batcher.drained();
  }

  async #add(write: Write): Promise<WriteResult> {
    const settled = await this.#batcher.add(write);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  #write(writes: readonly Write[]): Promise<WriteResult[]> {
    return this.database.transaction(async (transaction) => {
      const outboxId = this.outbox.newId();
      const creations = writes.flatMap((write) => ('creation' in write ? [write.creation] : []));
      const movements = writes.flatMap((write) => ('movement' in write ? [write.movement] : []));
      const made = await this.#create(transaction, creations, outboxId);
      const moved = await this.#move(transaction, movements, outboxId);
      await this.outbox.add(transaction, {
        id: outboxId,
        messages: [...made.events, ...moved.events],
        follows: moved.follows,
      });
      const results = { creations: made.results.values(), movements: moved.results.values() };
      return writes.map((write) =>
        'creation' in write ? results.creations.next().value! : results.movements.next().value!,
      );
    });
  }

  async #create(transaction: Transaction, creations: readonly Creation[], outboxId: string) {
    const results: CreationResult[] = [];
    const events: AddressedMessage[] = [];
    if (creations.length === 0) return { results, events };
    const candidates = creations.map(({ charge }) => {
      const state: ChargeState = { ...charge, outbox_id: outboxId };
      return { state, answer: created('Charge created.', presentCharge(state)) };
    });
    const kept = await this.#recordAnswers(transaction, creations, candidates);
    const fresh = candidates
      .filter((_, index) => kept[index] === null)
      .map(({ state }) => state)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const tasks = creations.filter((_, index) => kept[index] === null).map(({ task }) => task);
    const inserted = await insertCharges(transaction, fresh, tasks);
    const existing = await this.#findRedelivered(transaction, fresh, inserted);
    creations.forEach(({ cause }, index) => {
      const { state, answer } = candidates[index]!;
      const keptAnswer = kept[index];
      if (keptAnswer) return void results.push({ answer: keptAnswer });
      const redelivered = existing.get(state.id);
      if (redelivered) return void results.push({ answer: created('Charge created.', presentCharge(redelivered)) });
      events.push(chargeEvent(state, cause, answer.data));
      results.push({ answer, charge: state });
    });
    return { results, events };
  }

  /** Per creation: null when it is to be carried out, else the answer that stands. */
  async #recordAnswers(
    transaction: Transaction,
    creations: readonly Creation[],
    candidates: readonly { answer: Answer<Charge> }[],
  ): Promise<(Answer<Charge> | null)[]> {
    const keyed = creations.flatMap(({ idempotency: request, charge }, index) =>
      request ? [{ index, entry: { merchantId: charge.merchant_id, request, answer: candidates[index]!.answer } }] : [],
    );
    const kept: (Answer<Charge> | null)[] = creations.map(() => null);
    if (keyed.length === 0) return kept;
    const found = await this.idempotency.recordAnswers(
      transaction,
      keyed.map(({ entry }) => entry),
    );
    keyed.forEach(({ index }, position) => {
      kept[index] = (found[position] ?? null) as Answer<Charge> | null;
    });
    return kept;
  }

  async #findRedelivered(transaction: Transaction, charges: readonly ChargeState[], inserted: ReadonlySet<string>) {
    const ids = charges.map(({ id }) => id).filter((id) => !inserted.has(id));
    if (ids.length === 0) return new Map<string, ChargeState>();
    const found = await findCharges(transaction, ids);
    return new Map(found.map((charge) => [charge.id, charge]));
  }

  async #move(transaction: Transaction, movements: readonly Movement[], outboxId: string) {
    if (movements.length === 0) return { results: [], events: [], follows: [] };
    // Of two moves of one charge only the first can still be true.
    const first = new Map(movements.toReversed().map((movement) => [movement.move.after.id, movement]));
    const sorted = [...first.values()].map(({ move }) => move).toSorted((a, b) => (a.after.id < b.after.id ? -1 : 1));
    const previous = await moveCharges(transaction, sorted, outboxId);
    const happened = (movement: Movement) =>
      first.get(movement.move.after.id) === movement && previous.has(movement.move.after.id);
    return {
      results: movements.map(happened),
      events: movements
        .filter(happened)
        .map(({ move, cause }) => chargeEvent({ ...move.after, outbox_id: outboxId }, cause)),
      follows: [...new Set(previous.values())],
    };
  }
}
