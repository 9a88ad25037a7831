import {
  done,
  DomainError,
  presentCharge,
  type Answer,
  type Charge,
  type ErrorCode,
  type SuccessAnswer,
} from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Clock, faultPoint } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Acquirer, AcquirerTimeoutError, AcquirerUnavailableError } from '../../acquirers/acquirer.port.js';
import { deleteTask } from '../charge-tasks.sql.js';
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
import type { ChargeOperation } from './operation.domain.js';
import { notPossible } from './not-possible.js';

const MESSAGES: Readonly<Record<ChargeOperation['kind'], string>> = {
  capture: 'Charge captured.',
  void: 'Charge voided.',
  refund: 'Charge refunded.',
  expire: 'Charge expired.',
};

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
    const result = await this.#operate(begun);
    faultPoint('operate.after-acquirer');
    if (!result) {
      await deleteTask(this.database, charge.id, operation.kind);
      throw new DomainError('service_unavailable', { retryAfterSeconds: 5 });
    }
    if (result.outcome === 'refused') return this.#giveWay(begun, result.reason);
    const move = moveOf(charge, operation, this.clock.now());
    const answer = done(MESSAGES[operation.kind], presentCharge(move.after));
    await this.#write(begun, move, answer);
    faultPoint('operate.after-commit');
    return answer;
  }

  async #operate({ operation, due }: BegunOperation) {
    try {
      return await operate(this.acquirer, due.charge, operation, due, this.clock);
    } catch (error) {
      if (!(error instanceof AcquirerTimeoutError || error instanceof AcquirerUnavailableError)) throw error;
      throw new DomainError('timeout');
    }
  }

  /** A code that was paid in the meantime cannot be taken back: the payment counts. */
  async #giveWay({ operation, due }: BegunOperation, reason: string): Promise<never> {
    const { charge, cause } = due;
    const payment =
      isPaidByCode(charge) && charge.status === 'pending' && (await this.acquirer.inquirePayment(charge.id));
    if (payment) {
      await this.writer.move({ move: payMove(charge, payment, this.clock.now()), cause });
      throw notPossible(REFUSALS[operation.kind], 'captured', ['pending']);
    }
    await deleteTask(this.database, charge.id, operation.kind);
    throw new DomainError(REFUSALS[operation.kind], { message: `The acquirer refused: ${reason}.` });
  }

  async #write({ operation, due }: BegunOperation, move: ChargeMove, answer: SuccessAnswer<Charge>): Promise<void> {
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
    // False: another process that had taken the task over has written the very same.
    await this.writer.move(movement);
  }
}

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
