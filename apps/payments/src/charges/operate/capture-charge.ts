import {
  DomainError,
  type Answer,
  type CaptureChargeCommand,
  type Charge,
  type IdempotencyRequest,
} from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import { Injectable } from '@nestjs/common';
import { assertFeeCovered } from '../charge-shares.domain.js';
import { canMove } from '../charge-transition.domain.js';
import type { ChargeState } from '../charge.domain.js';
import { NEEDED, notPossible } from '../not-possible.js';
import { OperateOnCharge } from './operate-on-charge.js';
import { newOperation } from './new-operation.js';
import type { ChargeOperation } from './operation.domain.js';

/** `charges.capture`: takes the money of an authorized charge, or a part of it, once. */
@Injectable()
export class CaptureCharge {
  constructor(private readonly operations: OperateOnCharge) {}

  /** @throws DomainError `charge_not_found`, `charge_not_capturable`, `capture_amount_exceeds_authorized`, `amount_below_fee` */
  execute(command: CaptureChargeCommand, request: IdempotencyRequest, cause: MessageHeaders): Promise<Answer<Charge>> {
    const { charge_id, merchant_id, body } = command;
    return this.operations.execute({
      chargeId: charge_id,
      asked: { merchantId: merchant_id, request },
      cause,
      plan: (charge) => planCapture(charge, body.amount, request),
    });
  }
}

function planCapture(
  charge: ChargeState,
  asked: number | null | undefined,
  request: IdempotencyRequest,
): ChargeOperation {
  if (!canMove(charge, 'capture')) throw notPossible('charge_not_capturable', charge, NEEDED.toCapture);
  const amount = asked ? BigInt(asked) : charge.authorized_amount;
  if (amount > charge.authorized_amount) throw DomainError.onField('capture_amount_exceeds_authorized', 'amount');
  assertFeeCovered(charge, amount);
  return newOperation({ kind: 'capture', amount, request });
}
