import { ApiProperty } from '@nestjs/swagger';
import { CARD_BRANDS, type CardBrand } from '../../payment-methods.js';

const nullableText = { nullable: true, type: String } as const;

/** What a card payment shows: never a token, never more of the number than first six and last four. */
export class CardPaymentDetails {
  @ApiProperty({ enum: CARD_BRANDS }) brand!: CardBrand;
  @ApiProperty() first_six_digits!: string;
  @ApiProperty() last_four_digits!: string;
  @ApiProperty({ type: 'integer' }) installments!: number;
  @ApiProperty(nullableText) authorization_code!: string | null;
  @ApiProperty(nullableText) nsu!: string | null;
}

export class PixPaymentDetails {
  @ApiProperty({ ...nullableText, description: 'The BR Code to copy and paste.' }) qr_code!: string | null;
  @ApiProperty({ ...nullableText, description: 'The BR Code as a PNG; needs no credentials.' }) qr_code_url!:
    string | null;
  @ApiProperty(nullableText) txid!: string | null;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
  @ApiProperty(nullableText) end_to_end_id!: string | null;
}

export class BoletoPaymentDetails {
  @ApiProperty({ ...nullableText, description: 'The 47 digits to type.' }) line!: string | null;
  @ApiProperty({ ...nullableText, description: 'The 44 digits of the barcode.' }) barcode!: string | null;
  @ApiProperty({ ...nullableText, description: 'A slip to print; needs no credentials.' }) url!: string | null;
  @ApiProperty({ format: 'date' }) due_at!: string;
}

export type PaymentDetails = CardPaymentDetails | PixPaymentDetails | BoletoPaymentDetails;
