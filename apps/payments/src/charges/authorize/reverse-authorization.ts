import { Clock, faultPoint } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Acquirer } from '../../acquirers/acquirer.port.js';
import { ChargeTasks } from '../charge-tasks.js';
import { totalAmountOf, type ChargeState } from '../charge.domain.js';
import type { DueWork } from '../due-work.js';
import { operate } from '../operate/operate.js';
import { newOperation } from '../operate/new-operation.js';
import type { ChargeOperation } from '../operate/operation.domain.js';

/** What undoes the authorization of a charge, if there was one. */
export const reversalOf = (charge: ChargeState): ChargeOperation =>
  newOperation({ kind: charge.terms.capture ? 'refund' : 'void', amount: totalAmountOf(charge), request: null });

/** Undoes an authorization that the acquirer made of a charge which had to fail without its word: no payer is charged for nothing. */
@Injectable()
export class ReverseAuthorization {
  constructor(
    private readonly tasks: ChargeTasks,
    private readonly acquirer: Acquirer,
    private readonly clock: Clock,
  ) {}

  /** @throws what the acquirer throws when it cannot say or does not do it; it is tried again */
  async execute(due: DueWork, reversal: ChargeOperation): Promise<void> {
    const { charge } = due;
    const authorization = await this.acquirer.inquire(charge.id);
    if (authorization?.outcome === 'approved') {
      const result = await operate(
        this.acquirer,
        { ...charge, external_id: authorization.externalId },
        reversal,
        due,
        this.clock,
      );
      faultPoint('reverse.after-acquirer');
      if (result?.outcome !== 'done') throw new Error('the acquirer does not reverse an authorization');
    }
    await this.tasks.end(charge);
  }
}
