import { DomainError, type Answer, type CreateWithdrawalCommand, type Withdrawal } from '@centavo/contracts';
import { Idempotency, Outbox, RetriableError, type MessageHeaders } from '@centavo/messaging';
import { Database, isolateFailures } from '@centavo/persistence';
import { Clock, faultPoint, PacedBatcher, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Bank } from '../../bank/bank.port.js';
import { Books } from '../../books/books.js';
import { VerifyPin } from '../../pins/verify-pin.js';
import { PENDING_LEASE_MS } from '../due-work.js';
import { HandOverQueue } from '../hand-over/hand-over-queue.js';
import type { WithdrawalState } from '../withdrawal.domain.js';
import { WithdrawalDrafts } from './withdrawal-draft.js';
import type { WithdrawalTerms } from './withdrawal-rules.domain.js';
import { writeCreations, type Creation, type CreationResult, type NewWithdrawal } from './write-creations.js';
import { snapshotOf } from './destination.domain.js';

/** Under load a withdrawal waits at most this long for company: a transaction costs the same for one and for fifty. */
const WRITE_LINGER_MS = 10;
/** What a transaction costs is well shared by so many. */
const BUSY_BATCH_SIZE = 4;
const MAX_PER_TRANSACTION = 200;
/** Requests with common keys follow each other; what had to wait for somebody else's transaction is settled in the next round. */
const MAX_ROUNDS = 4;
/** A PIN that changes while it is verified is verified again. */
const MAX_PIN_CHANGES = 3;
/** Transactions whose events the bus would not take yet: beyond these nothing new is begun. */
const MAX_UNPUBLISHED_ROWS = 1_000;

/** `withdrawals.create`: takes the money from the wallet, and lines the withdrawal up for the bank. */
@Injectable()
export class CreateWithdrawal {
  readonly #creations: PacedBatcher<Creation, PromiseSettledResult<CreationResult>>;

  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    private readonly books: Books,
    private readonly bank: Bank,
    private readonly drafts: WithdrawalDrafts,
    private readonly verifyPin: VerifyPin,
    private readonly handOvers: HandOverQueue,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {
    this.#creations = new PacedBatcher({
      flush: (creations) => this.#write(creations),
      maxSize: MAX_PER_TRANSACTION,
      lingerMs: WRITE_LINGER_MS,
      busyBatchSize: BUSY_BATCH_SIZE,
    });
  }

  /**
   * @param cause correlation and trace for what this leads to
   * @throws DomainError `transaction_pin_required`, `transaction_pin_invalid`, `transaction_pin_locked`, `validation_error`, `service_unavailable`;
   * every other refusal is returned, because it is kept
   */
  async execute(command: CreateWithdrawalCommand, cause: MessageHeaders): Promise<Answer<Withdrawal>> {
    if (this.handOvers.isFull || this.outbox.pending > MAX_UNPUBLISHED_ROWS) {
      throw new DomainError('service_unavailable', { retryAfterSeconds: 1 });
    }
    const draft = this.drafts.of(command);
    let verifiedPinId: string | null = null;
    for (let tries = 0; tries <= MAX_PIN_CHANGES; tries += 1) {
      const leasedUntil = new Date(this.clock.nowMs() + PENDING_LEASE_MS);
      const result = await this.#add({ draft, idempotency: command.idempotency, cause, verifiedPinId });
      if ('refusal' in result) throw result.refusal;
      if ('answer' in result) {
        if (result.made) this.#goOn(result.made, draft.destination, leasedUntil, cause);
        return result.answer;
      }
      if ('pinId' in result) verifiedPinId = await this.verifyPin.execute(draft.merchantId, draft.sealedPin!);
    }
    throw new RetriableError('the transaction PIN keeps changing, or the key keeps being taken');
  }

  /** Answered before the bank is called; should this process die now, the task brings the withdrawal back. */
  #goOn(
    withdrawal: WithdrawalState,
    destination: Creation['draft']['destination'],
    leasedUntil: Date,
    cause: MessageHeaders,
  ): void {
    faultPoint('withdraw.after-commit');
    if (destination instanceof DomainError || !this.bank.takesAtOnce(withdrawal.type)) return;
    const errand = { destination, cause, leasedUntil, mayHaveRun: false, attempts: 0, request: null };
    this.handOvers.add({ withdrawal, ...errand });
  }

  async #add(creation: Creation): Promise<CreationResult> {
    const settled = await this.#creations.add(creation);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  }

  async #write(creations: readonly Creation[]): Promise<PromiseSettledResult<CreationResult>[]> {
    const settled = new Map<Creation, PromiseSettledResult<CreationResult>>();
    let open = creations;
    for (let round = 1; round <= MAX_ROUNDS && open.length > 0; round += 1) {
      const results = await isolateFailures(open, (part) => this.#writeTogether(part));
      open.forEach((creation, index) => settled.set(creation, results[index]!));
      open = open.filter((creation) => isAgain(settled.get(creation)!));
    }
    return creations.map((creation) => settled.get(creation)!);
  }

  #writeTogether(creations: readonly Creation[]): Promise<CreationResult[]> {
    return this.database.transaction((transaction) =>
      writeCreations(transaction, creations, {
        idempotency: this.idempotency,
        books: this.books,
        hasCrypto: this.settings.cryptoWithdrawals,
        now: this.clock.now(),
        make: (creation, terms, outboxId) => this.#make(creation, terms, outboxId),
      }),
    );
  }

  #make({ draft, cause }: Creation, { submerchantId, fee }: WithdrawalTerms, outboxId: string): NewWithdrawal {
    const { id, merchantId, type, destination } = draft;
    if (destination instanceof DomainError) throw destination;
    const now = this.clock.now();
    const state: WithdrawalState = {
      id,
      merchant_id: merchantId,
      submerchant_id: submerchantId,
      wallet_id: draft.walletId,
      type,
      amount: draft.amount,
      fee,
      status: 'pending',
      sequence: 1,
      version: 1,
      outbox_id: outboxId,
      acquirer_name: this.bank.name,
      external_id: null,
      recipient_id: this.drafts.recipientIdOf(destination, merchantId),
      recipient_snapshot: snapshotOf(destination),
      failure_reason: null,
      processed_at: null,
      completed_at: null,
      failed_at: null,
      metadata: draft.metadata,
      idempotency_key: draft.idempotencyKey,
      fingerprint: draft.fingerprint,
      created_at: now,
      updated_at: now,
    };
    const dueInMs = this.bank.takesAtOnce(type) ? PENDING_LEASE_MS : null;
    return { state, task: { dueInMs, destination: this.drafts.seal(destination, id), cause } };
  }
}

const isAgain = (result: PromiseSettledResult<CreationResult>): boolean =>
  result.status === 'fulfilled' && 'again' in result.value;
