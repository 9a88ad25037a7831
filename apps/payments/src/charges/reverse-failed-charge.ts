import type { MessageHeaders } from '@centavo/messaging';
import { Clock, faultPoint, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { Acquirer } from '../acquirers/acquirer.port.js';
import { ChargeTasks } from './charge-tasks.js';
import type { ChargeTask } from './charge-tasks.sql.js';
import { isPaidByCode, totalAmountOf, type ChargeState } from './charge.domain.js';
import type { DueWork } from './due-work.js';
import { newOperation } from './operate/new-operation.js';
import { operate } from './operate/operate.js';
import type { ChargeOperation } from './operate/operation.domain.js';

/** By then a request that was still on its way when we gave up has arrived at the acquirer. */
const REVERSE_AFTER_MS = 60 * 1000;

/** To be left with a charge that fails without the acquirer's word: what the acquirer may yet do is undone later. */
export const reverseLater = (charge: ChargeState, cause: MessageHeaders): ChargeTask => ({
  chargeId: charge.id,
  kind: 'reverse',
  dueInMs: REVERSE_AFTER_MS,
  cause,
  operation: newOperation({
    kind: charge.terms.capture && !isPaidByCode(charge) ? 'refund' : 'void',
    amount: totalAmountOf(charge),
    request: null,
  }),
});

/**
 * Undoes what the acquirer did for a charge that had to fail without its word: no payer is charged for nothing, and none finds a boleto among
 * the bank's, where those appear by the payer's tax id, that nobody waits for.
 */
@Injectable()
export class ReverseFailedCharge {
  constructor(
    private readonly tasks: ChargeTasks,
    private readonly acquirer: Acquirer,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @throws what the acquirer throws when it cannot say or does not do it; it is tried again */
  async execute(due: DueWork, reversal: ChargeOperation): Promise<void> {
    if (isPaidByCode(due.charge)) await this.#withdrawCode(due, reversal);
    else await this.#undoAuthorization(due, reversal);
    await this.tasks.end(due.charge);
  }

  async #undoAuthorization(due: DueWork, reversal: ChargeOperation): Promise<void> {
    const { charge } = due;
    const authorization = await this.acquirer.inquire(charge.id);
    if (authorization?.outcome !== 'approved') return;
    const authorized = { ...charge, external_id: authorization.externalId };
    const result = await operate(this.acquirer, authorized, reversal, due, this.clock);
    faultPoint('reverse.after-acquirer');
    if (result?.outcome !== 'done') throw new Error('the acquirer does not reverse an authorization');
  }

  /** Refused, there is none, or it has been paid. */
  async #withdrawCode(due: DueWork, withdrawal: ChargeOperation): Promise<void> {
    const { charge } = due;
    const result = await operate(this.acquirer, charge, withdrawal, due, this.clock);
    if (!result) throw new Error('the acquirer does not withdraw a code');
    if (result.outcome === 'refused' && (await this.acquirer.inquirePayment(charge.id))) {
      this.logger.error('a charge that had failed was paid: give it back at the acquirer', { chargeId: charge.id });
    }
  }
}
