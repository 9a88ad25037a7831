import type { Answer, Charge } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import { Injectable } from '@nestjs/common';
import { totalAmountOf } from '../charge.domain.js';
import type { OperationCommand } from './begin-operation.js';
import { NEEDED, notPossible } from '../not-possible.js';
import { OperateOnCharge } from './operate-on-charge.js';
import { newOperation } from './new-operation.js';
import { canEnd } from './void-charge.js';

/** Ends a charge whose time has passed: an authorization, a Pix code or a boleto. A payment that came before counts. */
@Injectable()
export class ExpireCharge {
  constructor(private readonly operations: OperateOnCharge) {}

  /** @throws DomainError `charge_not_found`, `sandbox_action_not_possible` when it cannot expire (any more) */
  execute(chargeId: string, asked: OperationCommand['asked'], cause: MessageHeaders): Promise<Answer<Charge>> {
    return this.operations.execute({
      chargeId,
      asked,
      cause,
      plan: (charge) => {
        if (!canEnd(charge)) throw notPossible('sandbox_action_not_possible', charge, NEEDED.toEnd);
        return newOperation({ kind: 'expire', amount: totalAmountOf(charge), request: asked?.request ?? null });
      },
    });
  }
}
