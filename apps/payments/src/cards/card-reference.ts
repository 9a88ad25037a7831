import type { CardBrand } from '@centavo/contracts';
import type { ClearCard } from './clear-card.js';

/** A tokenized card as the rest of payments may know it: enough to show and to charge, never the number. */
export interface CardReference {
  readonly token: string;
  readonly brand: CardBrand;
  readonly firstSixDigits: string;
  readonly lastFourDigits: string;
  /** 01 to 12. */
  readonly expirationMonth: string;
  /** Four digits. */
  readonly expirationYear: string;
}

/** A card that an acquirer is to charge. */
export interface ChargeableCard extends CardReference {
  /**
   * The card in clear, for the call to the acquirer and nothing else. Each time it is asked for is put on record.
   * @throws AcquirerUnavailableError when it cannot be had now: nothing has been asked of the acquirer
   */
  reveal(): Promise<ClearCard>;
}
