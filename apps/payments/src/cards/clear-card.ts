import { inspect } from 'node:util';

/** What a card says of itself, without the CVV, which nobody keeps. */
export interface CardData {
  /** 13 to 19 digits. */
  readonly number: string;
  readonly holderName: string;
  /** 01 to 12. */
  readonly expirationMonth: string;
  /** Four digits. */
  readonly expirationYear: string;
}

const SHOWN = '[card]';

/** A card in clear. It is there only between the vault and the acquirer, and neither a log nor JSON gets anything out of it. */
export class ClearCard implements CardData {
  readonly #data: CardData;

  constructor(data: CardData) {
    this.#data = data;
  }

  get number(): string {
    return this.#data.number;
  }

  get holderName(): string {
    return this.#data.holderName;
  }

  get expirationMonth(): string {
    return this.#data.expirationMonth;
  }

  get expirationYear(): string {
    return this.#data.expirationYear;
  }

  toString(): string {
    return SHOWN;
  }

  toJSON(): string {
    return SHOWN;
  }

  [inspect.custom](): string {
    return SHOWN;
  }
}
