import { DomainError, type Answer, type Charge, type CreateChargeCommand } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import { feeOf } from '@centavo/money';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { CardDirectory } from '../cards/card-directory.js';
import { AUTHORIZATION_LEASE_MS, AuthorizationQueue } from './authorization-queue.js';
import { newCharge, totalAmountOf, type ChargeState } from './charge.domain.js';
import { ChargeWriter } from './charge-writer.js';

/** `charges.create`: checks what only payments can check, commits the pending charge, and lines it up for the acquirer. */
@Injectable()
export class CreateCharge {
  constructor(
    private readonly cards: CardDirectory,
    private readonly writer: ChargeWriter,
    private readonly authorizations: AuthorizationQueue,
    private readonly clock: Clock,
  ) {}

  /**
   * @param cause correlation and trace for what this leads to
   * @throws DomainError `invalid_token`, `submerchant_not_found`, `amount_below_fee`, `service_unavailable`
   */
  async execute(command: CreateChargeCommand, cause: MessageHeaders): Promise<Answer<Charge>> {
    if (this.authorizations.isFull) throw new DomainError('service_unavailable', { retryAfterSeconds: 1 });
    const now = this.clock.now();
    const charge = this.#draft(command, now);
    const dueAt = new Date(now.getTime() + AUTHORIZATION_LEASE_MS);
    const result = await this.writer.create({
      charge,
      task: { chargeId: charge.id, kind: 'authorize', dueAt, cause },
      idempotency: command.idempotency,
      cause,
    });
    // Answered before the acquirer is called; should this process die now, the task brings the charge back.
    if (result.charge) this.authorizations.add({ charge: result.charge, cause, leasedUntil: dueAt, mayHaveRun: false });
    return result.answer;
  }

  #draft(command: CreateChargeCommand, now: Date): Omit<ChargeState, 'outbox_id'> {
    const { body } = command;
    const card = this.cards.find(body.payment_details.token);
    if (!card) throw DomainError.onField('invalid_token', 'payment_details.token');
    if (body.submerchant_id) throw DomainError.onField('submerchant_not_found', 'submerchant_id');
    const charge = newCharge(command, card, now);
    const total = totalAmountOf(charge);
    if (feeOf(total, charge.terms.fee) >= total) throw DomainError.onField('amount_below_fee', 'amount');
    return charge;
  }
}
