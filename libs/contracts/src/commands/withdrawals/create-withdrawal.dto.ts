import { PIX_KEY_TYPES, type PixKeyType } from '@centavo/brazil';
import { AmountField, EnumField, NestedField, StringField, UuidField } from '../../fields.js';
import { WITHDRAWAL_METHODS, type WithdrawalMethod } from '../../merchant-settings.js';
import { MetadataField } from '../../metadata.field.js';
import type { WithdrawalMetadata } from '../../resources/withdrawal.js';
import { PinField } from '../transaction-pin/transaction-pin.fields.js';
import { BankAccountDto } from './bank-account.dto.js';
import { CryptoAddressDto } from './crypto-address.dto.js';

export const HOLDER_DOCUMENT_TYPES = ['cpf', 'cnpj'] as const;
export type HolderDocumentType = (typeof HOLDER_DOCUMENT_TYPES)[number];

/** What a `type` asks for; the fields of the others are ignored. */
const FOR_PIX = { when: { field: 'type', is: 'pix' } };
const FOR_TED = { when: { field: 'type', is: 'ted' } };
const FOR_CRYPTO = { when: { field: 'type', is: 'crypto' } };

/** Body of `POST /v1/withdrawals`. */
export class CreateWithdrawalDto {
  @EnumField(WITHDRAWAL_METHODS) type!: WithdrawalMethod;
  @UuidField({ description: "The merchant's own wallet or one of its submerchants'." }) wallet_id!: string;
  @AmountField({ example: 10000, description: 'Centavos that the wallet is debited; the fee is taken from them.' })
  amount!: number;
  @StringField({
    max: 255,
    pattern: /^[\x20-\x7e]+$/,
    example: 'payout-2026-11-20-0001',
    description: 'Printable ASCII, unique for ever: asked again with the same body, the first answer comes again.',
  })
  idempotency_key!: string;
  @UuidField({ optional: true, description: 'Has to own the wallet.' }) submerchant_id?: string | null;
  @MetadataField() metadata?: WithdrawalMetadata | null;
  @PinField({ optional: true, description: 'Required where the merchant has a transaction PIN.' })
  transaction_pin?: string | null;
  @StringField({ ...FOR_PIX, example: 'maria@example.com' }) pix_key!: string;
  @EnumField(PIX_KEY_TYPES, FOR_PIX) pix_key_type!: PixKeyType;
  @EnumField(HOLDER_DOCUMENT_TYPES, {
    ...FOR_PIX,
    optional: true,
    description: 'Required for keys that are an email, a phone or random.',
  })
  pix_key_holder_document_type?: HolderDocumentType | null;
  @StringField({ ...FOR_PIX, optional: true, max: 18, description: 'CPF or CNPJ.', example: '12345678909' })
  pix_key_holder_document?: string | null;
  @NestedField(() => BankAccountDto, FOR_TED) bank_account!: BankAccountDto;
  @NestedField(() => CryptoAddressDto, FOR_CRYPTO) crypto!: CryptoAddressDto;
}
