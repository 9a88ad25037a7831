import type { Answer, Charge } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { totalAmountOf } from '../charge.domain.js';
import type { OperationCommand } from './begin-operation.js';
import { simulationNotPossible } from '../not-possible.js';
import { OperateOnCharge } from './operate-on-charge.js';
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
        if (!canEnd(charge))
          throw simulationNotPossible(charge, 'an authorized one, or a Pix or boleto that is pending');
        const amount = String(totalAmountOf(charge));
        const request = asked?.request ?? null;
        return { kind: 'expire', reference: newId(), amount, reason: null, request };
      },
    });
  }
}
