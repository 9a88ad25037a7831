import type { Answer, Charge, ErrorAnswer, IdempotencyRequest } from '@centavo/contracts';
import { Idempotency, Outbox, RetriableError, type AddressedMessage } from '@centavo/messaging';
import { Database, isolateFailures, type Transaction } from '@centavo/persistence';
import { faultPoint, PacedBatcher } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { PaymentLinkUses } from '../../payment-links/payment-link-uses.js';
import type { ChargeState } from '../charge.domain.js';
import { isUnderWay } from '../operate/under-way.js';
import { writeCreations, type Creation, type CreationResult } from './write-creations.js';
import { givesUseBack, writeMoves, type Movement } from './write-moves.js';

type Write = { readonly creation: Creation } | { readonly movement: Movement };
type WriteResult = CreationResult | boolean;
type WriteBatcher = PacedBatcher<Write, PromiseSettledResult<WriteResult>>;

/** A charge that its transaction has made, once that is committed. */
export interface MadeCharge {
  readonly answer: Answer<Charge>;
  readonly charge: ChargeState;
  readonly events: readonly AddressedMessage[];
}

/** Under load a write waits at most this long for company: a transaction costs the same for one charge and for fifty. */
const WRITE_LINGER_MS = 10;
/** What a transaction costs is well shared by so many. */
const BUSY_BATCH_SIZE = 4;
const MAX_WRITES_PER_TRANSACTION = 400;

/**
 * The one path by which charges are made and moved. New charges and moves of the state machine that fall together share one
 * transaction: answers kept for idempotency, rows, due tasks and the outbox row, all or nothing.
 */
@Injectable()
export class ChargeWriter {
  readonly #batcher = this.#newBatcher();
  /** Apart, because they may wait for somebody who holds the link, and nothing else is to wait with them. */
  readonly #givingBack = this.#newBatcher();

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly uses: PaymentLinkUses,
  ) {}

  /** Makes a charge, or answers as the first time when it or its idempotency key exists. */
  create(creation: Creation): Promise<CreationResult> {
    return this.#add(this.#batcher, { creation }) as Promise<CreationResult>;
  }

  /**
   * Makes a charge in a transaction of the caller's, who has seen to it that this happens once, and adds the events to the outbox.
   * @param outboxId of the row that they go into
   */
  async createIn(
    transaction: Transaction,
    creation: Omit<Creation, 'idempotency'>,
    outboxId: string,
  ): Promise<MadeCharge> {
    const creations = [{ ...creation, idempotency: null }];
    const { results, events } = await writeCreations(transaction, this.idempotency, creations, outboxId);
    const { answer, charge } = results[0]!;
    if (!charge) throw new Error(`charge ${creation.charge.id} was made before`);
    transaction.afterCommit(() => faultPoint('write.before-publish'));
    return { answer, charge, events };
  }

  /** The answer that was kept under an idempotency key; null when there is none. */
  keptAnswer(merchantId: string, request: IdempotencyRequest): Promise<Answer<Charge> | null> {
    return this.idempotency.find(this.database, merchantId, request) as Promise<Answer<Charge> | null>;
  }

  /**
   * Keeps a refusal as the answer under an idempotency key.
   * @param chargeId what was to be done something to
   * @returns the answer to give: the one kept before, where there is one
   * @throws RetriableError while the same request is carried out after all, by a process that took it over from this one
   */
  refuse(
    merchantId: string,
    request: IdempotencyRequest,
    refusal: ErrorAnswer,
    chargeId?: string,
  ): Promise<Answer<Charge>> {
    faultPoint('refuse.before-commit');
    return this.database.transaction(async (transaction) => {
      if (chargeId && (await isUnderWay(transaction, chargeId, request))) {
        throw new RetriableError('another process is carrying the operation out');
      }
      const [kept] = await this.idempotency.recordAnswers(transaction, [{ merchantId, request, answer: refusal }]);
      return (kept as Answer<Charge> | null | undefined) ?? refusal;
    });
  }

  /** Carries out a move; false when the charge has moved on in the meantime and nothing was done. */
  move(movement: Movement): Promise<boolean> {
    return this.#add(givesUseBack(movement) ? this.#givingBack : this.#batcher, { movement }) as Promise<boolean>;
  }

  /** Resolves when everything that was handed in is written. */
  async drained(): Promise<void> {
    await Promise.all([this.#batcher.drained(), this.#givingBack.drained()]);
  }

  #newBatcher(): WriteBatcher {
    return new PacedBatcher({
      flush: (writes) => isolateFailures(writes, (part) => this.#write(part)),
      maxSize: MAX_WRITES_PER_TRANSACTION,
      lingerMs: WRITE_LINGER_MS,
      busyBatchSize: BUSY_BATCH_SIZE,
    });
  }

  async #add(batcher: WriteBatcher, write: Write): Promise<WriteResult> {
    const settled = await batcher.add(write);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  #write(writes: readonly Write[]): Promise<WriteResult[]> {
    return this.database.transaction(async (transaction) => {
      const outboxId = this.outbox.newId();
      const creations = writes.flatMap((write) => ('creation' in write ? [write.creation] : []));
      const movements = writes.flatMap((write) => ('movement' in write ? [write.movement] : []));
      const made = await writeCreations(transaction, this.idempotency, creations, outboxId);
      const moved = await writeMoves(transaction, movements, {
        outboxId,
        idempotency: this.idempotency,
        uses: this.uses,
      });
      const messages = [...made.events, ...moved.events];
      transaction.afterCommit(() => faultPoint('write.before-publish'));
      await this.outbox.add(transaction, { id: outboxId, messages, follows: moved.follows });
      const results = { creations: made.results.values(), movements: moved.results.values() };
      return writes.map((write) =>
        'creation' in write ? results.creations.next().value! : results.movements.next().value!,
      );
    });
  }
}
