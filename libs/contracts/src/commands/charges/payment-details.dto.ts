import { BooleanField, IntegerField, StringField } from '../../fields.js';
import { BoletoDueAtRules, PIX_EXPIRES_IN, PixExpiresAtRules } from './validity.rules.js';

export class CreditCardDetailsDto {
  @StringField({ description: 'From tokenization; in the sandbox also `tok_visa` and its kin.', example: 'tok_visa' })
  token!: string;
  @IntegerField({ min: 1, max: 12, optional: true, default: 1 }) installments?: number | null;
  @BooleanField({ optional: true, default: true, description: 'False: authorize now, capture later.' })
  capture?: boolean | null;
}

export class DebitCardDetailsDto {
  @StringField({ description: 'From tokenization; in the sandbox also `tok_visa` and its kin.', example: 'tok_visa' })
  token!: string;
}

export class PixDetailsDto {
  @IntegerField({ ...PIX_EXPIRES_IN, optional: true, description: 'Seconds. Excludes `expires_at`.' })
  expires_in?: number | null;
  @StringField({ optional: true, max: 40, format: 'date-time', description: 'Excludes `expires_in`.' })
  @PixExpiresAtRules()
  expires_at?: string | null;
}

export class BoletoDetailsDto {
  @StringField({
    optional: true,
    max: 10,
    format: 'date',
    description: 'Today or later; by default the third business day after today.',
  })
  @BoletoDueAtRules()
  due_at?: string | null;
  @StringField({ optional: true, max: 255, description: 'For the cashier, printed on the slip.' })
  instructions?: string | null;
}
