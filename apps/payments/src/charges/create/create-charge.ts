import {
  assertTaxId,
  DomainError,
  toErrorAnswer,
  type Answer,
  type Charge,
  type ClaimedTaxId,
  type CreateChargeCommand,
  type CreateChargeDto,
  type EntityType,
  type PaymentMethod,
} from '@centavo/contracts';
import { MAX_BOLETO_AMOUNT, MAX_BR_CODE_AMOUNT } from '@centavo/brazil';
import { isKept, Outbox, type MessageHeaders } from '@centavo/messaging';
import { Clock, faultPoint, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { CardDirectory } from '../../cards/card-directory.js';
import { AuthorizationQueue } from '../authorize/authorization-queue.js';
import { assertRecipients, assertSubmerchant } from '../charge-parties.domain.js';
import { assertFeeCovered } from '../charge-shares.domain.js';
import type { TaskKind } from '../charge-tasks.sql.js';
import { isPaidByCode, totalAmountOf, type ChargeState, type NewCharge } from '../charge.domain.js';
import { TASK_LEASE_MS } from '../due-work.js';
import { ChargeWriter } from '../write/charge-writer.js';
import { AbandonCharge } from './abandon-charge.js';
import { NamedSubmerchants } from './named-submerchants.js';
import { newCharge } from './new-charge.domain.js';
import { PaymentCode } from './payment-code.js';
import { paymentMeans } from './payment-means.js';

/** Transactions whose events the bus would not take yet: beyond these nothing new is begun. */
const MAX_UNPUBLISHED_ROWS = 1_000;

/** `charges.create`: checks what only payments can check, commits the pending charge, and lines a card up for the acquirer. */
@Injectable()
export class CreateCharge {
  constructor(
    private readonly cards: CardDirectory,
    private readonly submerchants: NamedSubmerchants,
    private readonly codes: PaymentCode,
    private readonly writer: ChargeWriter,
    private readonly authorizations: AuthorizationQueue,
    private readonly abandonCharge: AbandonCharge,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /**
   * @param cause correlation and trace for what this leads to
   * @throws DomainError `validation_error`, `invalid_token`, `card_expired`, `submerchant_not_found`, `submerchant_not_active`,
   * `split_recipient_invalid`, `split_exceeds_amount`, `amount_below_fee`, `service_unavailable`
   */
  async execute(command: CreateChargeCommand, cause: MessageHeaders): Promise<Answer<Charge>> {
    if (this.authorizations.isFull || this.outbox.pending > MAX_UNPUBLISHED_ROWS) {
      throw new DomainError('service_unavailable', { retryAfterSeconds: 1 });
    }
    const now = this.clock.now();
    const draft = await this.#draftOrRefusal(command, now);
    if (draft instanceof DomainError) return this.#refuse(command, draft);
    const charge = isPaidByCode(draft) ? await this.codes.addTo(draft) : draft;
    const kind = nextTaskOf(charge);
    const leasedUntil = new Date(this.clock.nowMs() + TASK_LEASE_MS);
    const result = await this.writer.create({
      charge,
      task: kind && { chargeId: charge.id, kind, dueInMs: TASK_LEASE_MS, cause, operation: null },
      idempotency: command.idempotency,
      cause,
    });
    faultPoint('create.after-commit');
    // Answered before the acquirer is called; should this process die now, the task brings the charge back.
    if (result.charge) await this.#goOn(kind, result.charge, leasedUntil, cause);
    return result.answer;
  }

  async #goOn(kind: TaskKind | null, charge: ChargeState, leasedUntil: Date, cause: MessageHeaders): Promise<void> {
    const due = { charge, cause, leasedUntil, mayHaveRun: false };
    if (kind === 'authorize') this.authorizations.add(due);
    if (kind === 'abandon') await this.abandonCharge.execute(due);
  }

  async #draftOrRefusal(command: CreateChargeCommand, now: Date): Promise<NewCharge | DomainError> {
    try {
      return await this.#draft(command, now);
    } catch (error) {
      // What passes by itself is no refusal, and nothing to keep.
      if (error instanceof DomainError && error.status < 500) return error;
      throw error;
    }
  }

  /**
   * Under a key a refusal is an answer like any other, and an earlier answer goes before it: whoever asks again must hear of the charge
   * that was made, also when it could not be made any more.
   */
  async #refuse({ merchant_id, idempotency }: CreateChargeCommand, refusal: DomainError): Promise<Answer<Charge>> {
    if (!idempotency) throw refusal;
    if (!isKept(refusal)) {
      const kept = await this.writer.keptAnswer(merchant_id, idempotency);
      if (kept) return kept;
      throw refusal;
    }
    return this.writer.refuse(merchant_id, idempotency, toErrorAnswer(refusal));
  }

  async #draft(command: CreateChargeCommand, now: Date): Promise<NewCharge> {
    assertTaxId(claimOf(command.body.customer), this.settings.isSandbox);
    const means = await paymentMeans(command, this.cards, now);
    const submerchants = await this.submerchants.of(command);
    const charge = newCharge(command, means, submerchants, now);
    assertSubmerchant(charge, submerchants);
    assertRepresentable(charge);
    assertRecipients(charge, submerchants);
    assertFeeCovered(charge, totalAmountOf(charge));
    return charge;
  }
}

const ENTITY_OF: Readonly<Record<CreateChargeDto['customer']['type'], EntityType>> = {
  individual: 'pf',
  company: 'pj',
};

const claimOf = ({ tax_id, type }: CreateChargeDto['customer']): ClaimedTaxId => ({
  field: 'customer.tax_id',
  taxId: tax_id,
  entityType: ENTITY_OF[type],
});

/** The largest totals that a code can say, in centavos. */
const LARGEST_BY_CODE: Readonly<Partial<Record<PaymentMethod, bigint>>> = {
  pix: MAX_BR_CODE_AMOUNT,
  boleto: MAX_BOLETO_AMOUNT,
};

function assertRepresentable(charge: NewCharge): void {
  const largest = LARGEST_BY_CODE[charge.payment_method];
  if (largest === undefined || totalAmountOf(charge) <= largest) return;
  const message = `amount and shipping_amount must not exceed ${largest} by ${charge.payment_method}`;
  throw DomainError.invalidField('amount', 'out_of_range', message);
}

/** Cards go to the acquirer; a code waits for its payer; where none could be made the charge is given up. */
function nextTaskOf(charge: NewCharge): TaskKind | null {
  if (!isPaidByCode(charge)) return 'authorize';
  return charge.external_id === null ? 'abandon' : null;
}
