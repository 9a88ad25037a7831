import type { CardBrand } from '@centavo/contracts';

/** A tokenized card as the rest of payments may know it: enough to show and to charge, never the number. */
export interface CardReference {
  readonly token: string;
  readonly brand: CardBrand;
  readonly firstSixDigits: string;
  readonly lastFourDigits: string;
}
