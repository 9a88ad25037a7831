import {
  assertTaxId,
  DomainError,
  type ClaimedTaxId,
  type CreateChargeCommand,
  type CreateChargeDto,
  type EntityType,
  type PaymentMethod,
} from '@centavo/contracts';
import { MAX_BOLETO_AMOUNT, MAX_BR_CODE_AMOUNT } from '@centavo/brazil';
import { Clock, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { CardDirectory } from '../../cards/card-directory.js';
import { assertRecipients, assertSubmerchant } from '../charge-parties.domain.js';
import { assertFeeCovered } from '../charge-shares.domain.js';
import { isPaidByCode, totalAmountOf, type NewCharge } from '../charge.domain.js';
import { NamedSubmerchants } from './named-submerchants.js';
import { newCharge } from './new-charge.domain.js';
import { PaymentCode } from './payment-code.js';
import { paymentMeans } from './payment-means.js';

/** Makes a charge of a command, ready to be written: checks what only payments can check, and has the code made that it is paid by. */
@Injectable()
export class DraftCharge {
  constructor(
    private readonly cards: CardDirectory,
    private readonly submerchants: NamedSubmerchants,
    private readonly codes: PaymentCode,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /**
   * @throws DomainError `validation_error`, `invalid_token`, `card_expired`, `submerchant_not_found`, `submerchant_not_active`,
   * `split_recipient_invalid`, `split_exceeds_amount`, `amount_below_fee`, `service_unavailable`
   */
  async execute(command: CreateChargeCommand): Promise<NewCharge> {
    const now = this.clock.now();
    assertTaxId(claimOf(command.body.customer), this.settings.isSandbox);
    const means = await paymentMeans(command, this.cards, now);
    const submerchants = await this.submerchants.of(command);
    const charge = newCharge(command, means, submerchants, now);
    assertSubmerchant(charge, submerchants);
    assertRepresentable(charge);
    assertRecipients(charge, submerchants);
    assertFeeCovered(charge, totalAmountOf(charge));
    return isPaidByCode(charge) ? this.codes.addTo(charge) : charge;
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
