import { type CardField, ValidationError } from './errors.js';

/** A card as its holder types it. */
export interface CardInput {
  /** 13 to 19 digits; spaces and dashes between them do no harm. */
  readonly number: string;
  /** As printed on the card. */
  readonly holderName: string;
  /** `01` to `12`. */
  readonly expirationMonth: string;
  /** 4 digits. */
  readonly expirationYear: string;
  /** 3 or 4 digits. Checked here, and never sent. */
  readonly cvv: string;
}

/** What is encrypted and sent: there is no place for a CVV in it. */
export type CardData = Omit<CardInput, 'cvv'>;

const SPACES_AND_DASHES = /[\s\p{Dash_Punctuation}]/gu;

/**
 * The card without spaces, dashes and CVV. Whether its number exists and its date is past is for the service to say.
 * @throws {ValidationError} for the first field that breaks a rule
 */
export function validateCard(card: CardInput): CardData {
  const number = text(card?.number).replace(SPACES_AND_DASHES, '');
  const holderName = text(card?.holderName).trim();
  const expirationMonth = text(card?.expirationMonth);
  const expirationYear = text(card?.expirationYear);

  need('card.number', /^\d{13,19}$/.test(number));
  need('card.holderName', holderName !== '');
  need('card.expirationMonth', /^(0[1-9]|1[0-2])$/.test(expirationMonth));
  need('card.expirationYear', /^\d{4}$/.test(expirationYear));
  need('card.cvv', /^\d{3,4}$/.test(text(card?.cvv)));
  return { number, holderName, expirationMonth, expirationYear };
}

/** Pages in plain JavaScript pass anything: what is no text counts as empty. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function need(field: CardField, isRight: boolean): void {
  if (!isRight) throw new ValidationError(field);
}
