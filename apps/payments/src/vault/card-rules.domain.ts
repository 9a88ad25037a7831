import { detectBrand, isLuhnExempt, isLuhnValid, type CardBrand } from '@centavo/brazil';
import { DomainError, type ErrorDetail } from '@centavo/contracts';
import { isExpired } from '../cards/card-expiry.domain.js';
import { ClearCard, type CardData } from '../cards/clear-card.js';

interface FieldRule {
  readonly pattern: RegExp;
  readonly must: string;
}

/** What an encrypted card holds: exactly these, each a text. */
const FIELDS: Readonly<Record<keyof CardData, FieldRule>> = {
  number: { pattern: /^\d{13,19}$/, must: 'be 13 to 19 digits' },
  holderName: { pattern: /^(?=.*\S)[^\p{Cc}]{1,100}$/u, must: 'be the name on the card, up to 100 characters' },
  expirationMonth: { pattern: /^(0[1-9]|1[0-2])$/, must: 'be 01 to 12' },
  expirationYear: { pattern: /^\d{4}$/, must: 'be four digits' },
};
const FIELD_NAMES = Object.keys(FIELDS) as (keyof CardData)[];

/** A card that may be kept, and what follows from its number. */
export interface AcceptedCard {
  readonly card: ClearCard;
  readonly brand: CardBrand;
}

/**
 * Checks what was in an encrypted card. No message says what the values were.
 * @param mode.checksDigits whether the number's check digit must be right (production; not every test card's is)
 * @throws DomainError `validation_error` with every broken rule, `unsupported_card_brand`, `card_expired`
 */
export function acceptCard(
  content: unknown,
  mode: { readonly checksDigits: boolean; readonly now: Date },
): AcceptedCard {
  const details = brokenRules(content);
  if (details.length > 0) throw new DomainError('validation_error', { details });
  const { number, holderName, expirationMonth, expirationYear } = content as CardData;
  const brand = detectBrand(number);
  if (!brand) throw DomainError.onField('unsupported_card_brand', 'card.number');
  if (mode.checksDigits && !isLuhnExempt(brand) && !isLuhnValid(number)) {
    throw DomainError.invalidField('card.number', 'invalid_value', 'card.number has a wrong check digit');
  }
  const card = new ClearCard({ number, holderName: holderName.trim(), expirationMonth, expirationYear });
  if (isExpired(card, mode.now)) throw DomainError.onField('card_expired', 'card.expirationYear');
  return { card, brand };
}

function brokenRules(content: unknown): ErrorDetail[] {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return [{ field: 'card', code: 'invalid_type', message: `The encrypted card must be a JSON object of ${LIST}.` }];
  }
  const owner = content as Readonly<Record<string, unknown>>;
  return [...FIELD_NAMES.flatMap((name) => brokenRule(name, owner[name])), ...unexpectedFields(owner)];
}

const LIST = FIELD_NAMES.join(', ');

function brokenRule(name: keyof CardData, value: unknown): ErrorDetail[] {
  const field = `card.${name}`;
  if (value === undefined || value === null) return [{ field, code: 'required', message: `${field} is required` }];
  if (typeof value !== 'string') return [{ field, code: 'invalid_type', message: `${field} must be a string` }];
  const { pattern, must } = FIELDS[name];
  return pattern.test(value) ? [] : [{ field, code: 'invalid_format', message: `${field} must ${must}` }];
}

/** Their names are not repeated: who sends what he should not may have put a number there. */
function unexpectedFields(owner: object): ErrorDetail[] {
  const unexpected = Object.keys(owner).filter((name) => !FIELD_NAMES.includes(name as keyof CardData));
  if (unexpected.length === 0) return [];
  const message = `The encrypted card must hold exactly ${LIST}; a CVV is never sent.`;
  const field = unexpected.includes('cvv') ? 'card.cvv' : 'card';
  return [{ field, code: 'not_allowed', message }];
}
