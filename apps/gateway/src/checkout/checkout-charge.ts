import {
  BoletoPaymentDetails,
  CHARGE_STATUSES,
  FAILURE_CODES,
  PAYMENT_METHODS,
  PixPaymentDetails,
  type Charge,
  type ChargeStatus,
  type FailureCode,
  type PaymentMethod,
} from '@centavo/contracts';
import { ApiExtraModels, ApiProperty, getSchemaPath, PickType } from '@nestjs/swagger';
import { CardPaymentDetails } from '@centavo/contracts';

class CheckoutCardDetails extends PickType(CardPaymentDetails, ['brand', 'first_six_digits', 'last_four_digits']) {}
class CheckoutPixDetails extends PickType(PixPaymentDetails, ['qr_code', 'qr_code_url', 'expires_at']) {}
class CheckoutBoletoDetails extends PickType(BoletoPaymentDetails, ['line', 'barcode', 'url', 'due_at']) {}

const detailModels = [CheckoutCardDetails, CheckoutPixDetails, CheckoutBoletoDetails];
/** What the issuer knows of a card is told to nobody who may only be trying it: declined is declined. */
const UNTOLD: ReadonlySet<FailureCode> = new Set<FailureCode>(['stolen_card', 'suspected_fraud', 'invalid_card']);
const TOLD = FAILURE_CODES.filter((code) => !UNTOLD.has(code));

const nullableDate = { format: 'date-time', nullable: true, type: String } as const;

/** A charge as whoever pays it by a link may see it: nothing of the merchant's, no token, nothing of the payer that others could learn. */
@ApiExtraModels(...detailModels)
export class CheckoutCharge {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: CHARGE_STATUSES }) status!: ChargeStatus;
  @ApiProperty({ type: 'integer' }) amount!: number;
  @ApiProperty({ enum: PAYMENT_METHODS }) payment_method!: PaymentMethod;
  @ApiProperty({ type: 'integer' }) installments!: number;
  @ApiProperty({ oneOf: detailModels.map((model) => ({ $ref: getSchemaPath(model) })) })
  payment_details!: CheckoutCardDetails | CheckoutPixDetails | CheckoutBoletoDetails;
  @ApiProperty({ enum: TOLD, nullable: true }) failure_code!: FailureCode | null;
  @ApiProperty(nullableDate) expires_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'uri', nullable: true, type: String, description: 'Where to go when it is paid.' })
  redirect_url!: string | null;
}

/** @param redirectUrl the link's */
export const presentCheckoutCharge = (charge: Charge, redirectUrl: string | null): CheckoutCharge => ({
  id: charge.id,
  status: charge.status,
  amount: charge.total_amount,
  payment_method: charge.payment_method,
  installments: charge.installments,
  payment_details: presentDetails(charge.payment_details),
  failure_code: charge.failure_code && presentFailure(charge.failure_code),
  expires_at: charge.expires_at,
  created_at: charge.created_at,
  redirect_url: redirectUrl,
});

const presentFailure = (code: FailureCode): FailureCode => (UNTOLD.has(code) ? 'card_declined' : code);

export const isByCard = (method: PaymentMethod): boolean => method === 'credit_card' || method === 'debit_card';

function presentDetails(details: Charge['payment_details']): CheckoutCharge['payment_details'] {
  if ('qr_code' in details) {
    const { qr_code, qr_code_url, expires_at } = details;
    return { qr_code, qr_code_url, expires_at };
  }
  if ('line' in details) {
    const { line, barcode, url, due_at } = details;
    return { line, barcode, url, due_at };
  }
  const { brand, first_six_digits, last_four_digits } = details;
  return { brand, first_six_digits, last_four_digits };
}
