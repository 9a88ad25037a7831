import {
  done,
  DomainError,
  presentWithdrawal,
  toErrorAnswer,
  type Answer,
  type IdempotencyRequest,
  type SimulateWithdrawalCommand,
  type Withdrawal,
} from '@centavo/contracts';
import { Idempotency, isOncePerCommand, RetriableError, type MessageHeaders } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { SandboxBank } from '../bank/sandbox/sandbox-bank.js';
import { WithdrawalDrafts } from './create/withdrawal-draft.js';
import { PENDING_LEASE_MS, type DueWork } from './due-work.js';
import { HandOver } from './hand-over/hand-over.js';
import { notPossible } from './not-possible.js';
import { requestUnderWay, takeOver } from './withdrawal-tasks.sql.js';
import type { WithdrawalState } from './withdrawal.domain.js';
import { lockWithdrawal } from './withdrawals.sql.js';

/**
 * `withdrawals.simulate`: has the sandbox's bank pay or refuse a withdrawal that waits for somebody's word; done when it answers. Should this process
 * die over it, the task goes on with it and keeps the answer.
 */
@Injectable()
export class SimulateWithdrawal {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly bank: SandboxBank,
    private readonly drafts: WithdrawalDrafts,
    private readonly handOver: HandOver,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /**
   * @throws DomainError `withdrawal_not_found`, `idempotency_in_progress`; `route_not_found` outside the sandbox; `timeout` when it goes on without
   * the caller
   * @throws RetriableError when somebody else moved it in the same moment
   */
  async execute(
    command: SimulateWithdrawalCommand,
    request: IdempotencyRequest,
    cause: MessageHeaders,
  ): Promise<Answer<Withdrawal>> {
    if (!this.settings.isSandbox) throw new DomainError('route_not_found');
    const begun = await this.database.transaction((transaction) => this.#begin(transaction, command, request, cause));
    if ('ok' in begun) return begun;
    const ended = await this.handOver.execute(begun);
    if (!ended) throw new RetriableError('another process has just moved the withdrawal');
    return done('Done.', presentWithdrawal(ended));
  }

  /** @returns what is to be done, or the answer that stands */
  async #begin(
    transaction: Transaction,
    { merchant_id: merchantId, withdrawal_id: id, simulation }: SimulateWithdrawalCommand,
    request: IdempotencyRequest,
    cause: MessageHeaders,
  ): Promise<DueWork | Answer<Withdrawal>> {
    const leasedUntil = new Date(this.clock.nowMs() + PENDING_LEASE_MS);
    // Before the answer is looked for: whoever is just writing it holds this lock.
    const found = await lockWithdrawal(transaction, id);
    const kept = await this.idempotency.find(transaction, merchantId, request);
    if (kept) return kept as Answer<Withdrawal>;
    if (found?.merchant_id !== merchantId) throw new DomainError('withdrawal_not_found');
    if (found.status !== 'pending') return this.#refuse(transaction, found, request);
    await this.bank.order(transaction, id, simulation === 'complete' ? 'paid' : 'refused');
    const task = await takeOver(transaction, id, request, PENDING_LEASE_MS);
    const destination = this.drafts.open(task.destination, id);
    return { ...task, destination, cause, leasedUntil, mayHaveRun: task.mayBeAsked };
  }

  async #refuse(
    transaction: Transaction,
    withdrawal: WithdrawalState,
    request: IdempotencyRequest,
  ): Promise<Answer<Withdrawal>> {
    const underWay = await requestUnderWay(transaction, withdrawal.id);
    if (underWay && hasSameKey(underWay, request)) {
      // Without a client's key it is the same command, delivered again: its caller still waits, so let the bus try later.
      throw isOncePerCommand(request)
        ? new RetriableError('the same command is being carried out')
        : new DomainError('idempotency_in_progress');
    }
    const refusal = toErrorAnswer(notPossible('sandbox_action_not_possible', withdrawal));
    await this.idempotency.recordAnswers(transaction, [
      { merchantId: withdrawal.merchant_id, request, answer: refusal },
    ]);
    return refusal;
  }
}

const hasSameKey = (a: IdempotencyRequest, b: IdempotencyRequest): boolean => a.scope === b.scope && a.key === b.key;
