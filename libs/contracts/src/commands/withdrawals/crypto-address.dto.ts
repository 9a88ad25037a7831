import { EnumField, StringField } from '../../fields.js';

export const CRYPTO_ASSETS = ['USDT', 'USDC', 'BTC'] as const;
export type CryptoAsset = (typeof CRYPTO_ASSETS)[number];

/** The address that a withdrawal in crypto goes to. */
export class CryptoAddressDto {
  @EnumField(CRYPTO_ASSETS) asset!: CryptoAsset;
  @StringField({ max: 30, pattern: /^[\w-]+$/, example: 'polygon' }) network!: string;
  @StringField({ min: 20, max: 128, pattern: /^[\w:.-]+$/, example: '0x52908400098527886E0F7030069857D2E4169EE7' })
  address!: string;
}
