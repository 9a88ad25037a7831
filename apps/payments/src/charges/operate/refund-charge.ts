import {
  CHARGE_TRANSITIONS,
  DomainError,
  type Answer,
  type Charge,
  type IdempotencyRequest,
  type RefundChargeCommand,
} from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import { Injectable } from '@nestjs/common';
import { refundableAmountOf, type ChargeState } from '../charge.domain.js';
import { notPossible } from '../not-possible.js';
import { OperateOnCharge } from './operate-on-charge.js';
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
  const { from } = CHARGE_TRANSITIONS.refund;
  const refundable = refundableAmountOf(charge);
  if (!from.some((status) => status === charge.status)) throw notPossible('charge_not_refundable', charge);
  if (amount !== null && amount > refundable) throw DomainError.onField('refund_amount_exceeds_captured', 'amount');
  return {
    kind: 'refund',
    reference: refund_id,
    amount: String(amount ?? refundable),
    reason: body.reason ?? null,
    request,
  };
}
