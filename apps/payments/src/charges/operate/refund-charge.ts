import {
  DomainError,
  type Answer,
  type Charge,
  type IdempotencyRequest,
  type RefundChargeCommand,
} from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import { Injectable } from '@nestjs/common';
import { canMove } from '../charge-transition.domain.js';
import { refundableAmountOf, type ChargeState } from '../charge.domain.js';
import { NEEDED, notPossible } from '../not-possible.js';
import { OperateOnCharge } from './operate-on-charge.js';
import { newOperation } from './new-operation.js';
import type { ChargeOperation } from './operation.domain.js';
import { planVoid } from './void-charge.js';

/** `charges.refund`: gives captured money back, all or a part, as often as something is left. */
@Injectable()
export class RefundCharge {
  constructor(private readonly operations: OperateOnCharge) {}

  /** @throws DomainError `charge_not_found`, `charge_not_refundable`, `refund_amount_exceeds_captured` */
  execute(command: RefundChargeCommand, request: IdempotencyRequest, cause: MessageHeaders): Promise<Answer<Charge>> {
    return this.operations.execute({
      chargeId: command.charge_id,
      asked: { merchantId: command.merchant_id, request },
      cause,
      refundId: command.refund_id,
      plan: (charge) => planRefund(charge, command, request),
    });
  }
}

function planRefund(
  charge: ChargeState,
  { body, refund_id }: RefundChargeCommand,
  request: IdempotencyRequest,
): ChargeOperation {
  const amount = body.amount ? BigInt(body.amount) : null;
  // Nothing has been taken yet, so all of it is given back by letting go of it.
  if (charge.status === 'authorized' && (amount === null || amount === charge.authorized_amount)) {
    return planVoid(charge, request);
  }
  const refundable = refundableAmountOf(charge);
  if (!canMove(charge, 'refund')) throw notPossible('charge_not_refundable', charge, NEEDED.toGiveBack);
  if (amount !== null && amount > refundable) throw DomainError.onField('refund_amount_exceeds_captured', 'amount');
  const { reason } = body;
  return newOperation({ kind: 'refund', amount: amount ?? refundable, reference: refund_id, reason, request });
}
