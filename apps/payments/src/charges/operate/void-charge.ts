import type { Answer, Charge, IdempotencyRequest, VoidChargeCommand } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import { Injectable } from '@nestjs/common';
import { isPaidByCode, totalAmountOf, type ChargeState } from '../charge.domain.js';
import { NEEDED, notPossible } from '../not-possible.js';
import { OperateOnCharge } from './operate-on-charge.js';
import { newOperation } from './new-operation.js';
import type { ChargeOperation } from './operation.domain.js';

/** `charges.void`: gives an authorization back, or withdraws a Pix code or boleto that nobody has paid. */
@Injectable()
export class VoidCharge {
  constructor(private readonly operations: OperateOnCharge) {}

  /** @throws DomainError `charge_not_found`, `charge_not_voidable` */
  execute(command: VoidChargeCommand, request: IdempotencyRequest, cause: MessageHeaders): Promise<Answer<Charge>> {
    return this.operations.execute({
      chargeId: command.charge_id,
      asked: { merchantId: command.merchant_id, request },
      cause,
      plan: (charge) => planVoid(charge, request),
    });
  }
}

/** @throws DomainError `charge_not_voidable`: also of a card that is just being authorized, which its issuer decides */
export function planVoid(charge: ChargeState, request: IdempotencyRequest): ChargeOperation {
  if (!canEnd(charge)) throw notPossible('charge_not_voidable', charge, NEEDED.toEnd);
  return newOperation({ kind: 'void', amount: totalAmountOf(charge), request });
}

/** Whether a charge can be voided or expire. */
export const canEnd = (charge: ChargeState): boolean =>
  charge.status === 'authorized' || (charge.status === 'pending' && isPaidByCode(charge));
