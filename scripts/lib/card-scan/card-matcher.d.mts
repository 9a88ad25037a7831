import type * as brazil from '@centavo/brazil';

export interface Finding {
  readonly what: 'marker card' | 'marker security code' | 'card number' | 'security code';
  readonly shown: string;
  readonly how: string;
}

export declare class CardMatcher {
  constructor(options: {
    readonly markers?: readonly string[];
    readonly securityCodes?: readonly string[];
    readonly brazil: Pick<typeof brazil, 'detectBrand' | 'isLuhnValid' | 'isLuhnExempt' | 'isValidCnpj' | 'crc16'>;
  });
  find(text: string): Finding[];
}
