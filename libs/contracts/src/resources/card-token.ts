import { ApiProperty } from '@nestjs/swagger';
import { CARD_BRANDS, type CardBrand } from '../payment-methods.js';

/** A tokenized card: what may be shown of it. */
export class CardToken {
  @ApiProperty({ description: 'Goes into `payment_details.token` of a charge.' }) token!: string;
  @ApiProperty({ enum: CARD_BRANDS }) brand!: CardBrand;
  @ApiProperty({ example: '4242' }) lastFourDigits!: string;
  @ApiProperty({ example: '424242' }) firstSixDigits!: string;
  @ApiProperty({ example: '12' }) expirationMonth!: string;
  @ApiProperty({ example: '2030' }) expirationYear!: string;
}

/** The public half of the key that cards are encrypted to, as a JWK. */
export class CardEncryptionKey {
  @ApiProperty({ enum: ['EC'] }) kty!: 'EC';
  @ApiProperty({ enum: ['P-256'] }) crv!: 'P-256';
  @ApiProperty() x!: string;
  @ApiProperty() y!: string;
  @ApiProperty({ description: 'Goes into the header of the JWE.' }) kid!: string;
  @ApiProperty({ enum: ['ECDH-ES+A256KW'] }) alg!: 'ECDH-ES+A256KW';
  @ApiProperty({ enum: ['enc'] }) use!: 'enc';
}
