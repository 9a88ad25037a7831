import {
  done,
  DomainError,
  presentCharge,
  type Answer,
  type Charge,
  type ErrorCode,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Idempotency, RetriableError } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, faultPoint, LeaseEndsError } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Acquirer, AcquirerTimeoutError, AcquirerUnavailableError } from '../../acquirers/acquirer.port.js';
import { ChargeTasks } from '../charge-tasks.js';
import {
  captureMove,
  expireMove,
  payMove,
  refundMove,
  voidMove,
  type ChargeMove,
} from '../charge-transition.domain.js';
import { isPaidByCode, type ChargeState } from '../charge.domain.js';
import { ChargeWriter } from '../write/charge-writer.js';
import type { Movement } from '../write/write-moves.js';
import type { BegunOperation } from './begin-operation.js';
import { operate } from './operate.js';
import { DONE, type ChargeOperation } from './operation.domain.js';

const REFUSALS: Readonly<Record<ChargeOperation['kind'], ErrorCode>> = {
  capture: 'charge_not_capturable',
  void: 'charge_not_voidable',
  refund: 'charge_not_refundable',
  expire: 'sandbox_action_not_possible',
};

/** Carries out an operation that has begun: the acquirer first, then the charge's move with the answer to whoever asked. */
@Injectable()
export class FinishOperation {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly tasks: ChargeTasks,
    private readonly acquirer: Acquirer,
    private readonly writer: ChargeWriter,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError when the acquirer refuses it; `timeout` when nobody knows yet, it goes on without the caller; `service_unavailable`
   * when it was not done
   */
  async execute(begun: BegunOperation): Promise<Answer<Charge>> {
    const { operation, due } = begun;
    const { charge } = due;
    faultPoint('operate.before-acquirer');
    const result = await orTimeout(operate(this.acquirer, charge, operation, due, this.clock));
    faultPoint('operate.after-acquirer');
    if (!result) return this.#giveUp(charge, new DomainError('service_unavailable', { retryAfterSeconds: 5 }));
    if (result.outcome === 'refused') await this.#giveWay(begun, result.reason);
    const move = moveOf(charge, operation, this.clock.now());
    const answer = done(DONE[operation.kind], presentCharge(move.after));
    const isWritten = await this.#write(begun, move, answer);
    faultPoint('operate.after-commit');
    return isWritten ? answer : this.#answerOfSuccessor(begun);
  }

  /**
   * The acquirer will not do it. A code that was paid in the meantime cannot be taken back: the payment counts. What has run out and is not
   * paid expires all the same, because nothing is held any more.
   */
  async #giveWay({ operation, due }: BegunOperation, reason: string): Promise<void> {
    const { charge, cause } = due;
    const mayBePaid = isPaidByCode(charge) && charge.status === 'pending';
    const payment = mayBePaid && (await orTimeout(this.acquirer.inquirePayment(charge.id)));
    if (payment) {
      const isWritten = await this.writer.move({ move: payMove(charge, payment, this.clock.now()), cause });
      if (!isWritten) throw new DomainError('timeout');
      throw new DomainError(REFUSALS[operation.kind], { message: 'The charge has just been paid; it is captured.' });
    }
    if (operation.kind === 'expire') return;
    const refusal = { message: `The acquirer refused: ${reason}.` };
    await this.#giveUp(charge, new DomainError(REFUSALS[operation.kind], refusal));
  }

  /** Only who still owns the operation can say that it was not done. */
  async #giveUp(charge: ChargeState, error: DomainError): Promise<never> {
    throw (await this.tasks.end(charge)) ? error : new DomainError('timeout');
  }

  /** Another process has taken the operation over, because this one was slow, and answered for it. */
  async #answerOfSuccessor({ operation: { request }, due }: BegunOperation): Promise<Answer<Charge>> {
    const kept = request && (await this.idempotency.find(this.database, due.charge.merchant_id, request));
    if (!kept) throw new RetriableError('another process is carrying the operation out');
    return kept as Answer<Charge>;
  }

  async #write({ operation, due }: BegunOperation, move: ChargeMove, answer: SuccessAnswer<Charge>): Promise<boolean> {
    const { request, kind, reference, amount, reason } = operation;
    const movement: Movement = {
      move,
      cause: due.cause,
      ...(request && { answers: { request, answer } }),
      ...(kind === 'refund' && {
        refund: {
          id: reference,
          charge_id: due.charge.id,
          amount: BigInt(amount),
          reason,
          created_at: move.after.updated_at,
        },
      }),
    };
    return this.writer.move(movement);
  }
}

/** @throws DomainError `timeout` when nobody knows yet: whoever takes over finds out */
async function orTimeout<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (OPEN_ENDED.some((type) => error instanceof type)) throw new DomainError('timeout');
    throw error;
  }
}

const OPEN_ENDED = [AcquirerTimeoutError, AcquirerUnavailableError, LeaseEndsError];

function moveOf(charge: ChargeState, { kind, amount }: ChargeOperation, now: Date): ChargeMove {
  switch (kind) {
    case 'capture':
      return captureMove(charge, BigInt(amount), now);
    case 'void':
      return voidMove(charge, now);
    case 'refund':
      return refundMove(charge, BigInt(amount), now);
    case 'expire':
      return expireMove(charge, now);
  }
}
