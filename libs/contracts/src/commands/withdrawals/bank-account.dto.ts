import { EnumField, StringField } from '../../fields.js';
import { TAX_ID } from '../charges/tax-id.rules.js';

export const BANK_ACCOUNT_TYPES = ['checking', 'savings', 'payment'] as const;
export type BankAccountType = (typeof BANK_ACCOUNT_TYPES)[number];

/** The account that a TED goes to. */
export class BankAccountDto {
  @StringField({ min: 3, max: 3, pattern: /^\d{3}$/, example: '341', description: 'COMPE code of the bank.' })
  bank_code!: string;
  @StringField({ optional: true, min: 8, max: 8, pattern: /^\d{8}$/, example: '60701190' }) ispb?: string | null;
  @StringField({ max: 6, pattern: /^\d+$/, example: '0001' }) branch!: string;
  @StringField({ max: 20, pattern: /^\d+$/, example: '1234567' }) account!: string;
  @StringField({ max: 2, pattern: /^[0-9A-Za-z]+$/, example: '8' }) account_digit!: string;
  @EnumField(BANK_ACCOUNT_TYPES) account_type!: BankAccountType;
  @StringField({ max: 140, example: 'Maria Silva' }) holder_name!: string;
  @StringField({ max: 14, pattern: TAX_ID, example: '12345678909', description: 'CPF or CNPJ.' })
  holder_document!: string;
}
