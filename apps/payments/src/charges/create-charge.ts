import { DomainError, toErrorAnswer, type Answer, type Charge, type CreateChargeCommand } from '@centavo/contracts';
import { Outbox, type MessageHeaders } from '@centavo/messaging';
import { feeOf } from '@centavo/money';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { CardDirectory } from '../cards/card-directory.js';
import { AuthorizationQueue } from './authorization-queue.js';
import { newCharge, totalAmountOf, type ChargeState } from './charge.domain.js';
import { ChargeWriter } from './charge-writer.js';
import { AUTHORIZATION_LEASE_MS } from './due-authorization.js';

/** Transactions whose events the bus would not take yet: beyond these nothing new is begun. */
const MAX_UNPUBLISHED_ROWS = 1_000;

/** `charges.create`: checks what only payments can check, commits the pending charge, and lines it up for the acquirer. */
@Injectable()
export class CreateCharge {
  constructor(
    private readonly cards: CardDirectory,
    private readonly writer: ChargeWriter,
    private readonly authorizations: AuthorizationQueue,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * @param cause correlation and trace for what this leads to
   * @throws DomainError `invalid_token`, `submerchant_not_found`, `amount_below_fee`, `service_unavailable`
   */
  async execute(command: CreateChargeCommand, cause: MessageHeaders): Promise<Answer<Charge>> {
    if (this.authorizations.isFull || this.outbox.pending > MAX_UNPUBLISHED_ROWS) {
      throw new DomainError('service_unavailable', { retryAfterSeconds: 1 });
    }
    const now = this.clock.now();
    const charge = this.#draftOrRefusal(command, now);
    if (charge instanceof DomainError) return this.#refuse(command, charge);
    const leasedUntil = new Date(now.getTime() + AUTHORIZATION_LEASE_MS);
    const result = await this.writer.create({
      charge,
      task: { chargeId: charge.id, kind: 'authorize', dueInMs: AUTHORIZATION_LEASE_MS, cause },
      idempotency: command.idempotency,
      cause,
    });
    // Answered before the acquirer is called; should this process die now, the task brings the charge back.
    if (result.charge) this.authorizations.add({ charge: result.charge, cause, leasedUntil, mayHaveRun: false });
    return result.answer;
  }

  #draftOrRefusal(command: CreateChargeCommand, now: Date): Omit<ChargeState, 'outbox_id'> | DomainError {
    try {
      return this.#draft(command, now);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }

  /**
   * Under a key a refusal is an answer like any other, and an earlier answer goes before it: whoever asks again must hear of the charge
   * that was made, also when it could not be made any more.
   */
  async #refuse({ merchant_id, idempotency }: CreateChargeCommand, refusal: DomainError): Promise<Answer<Charge>> {
    if (!idempotency) throw refusal;
    return this.writer.refuse(merchant_id, idempotency, toErrorAnswer(refusal));
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
