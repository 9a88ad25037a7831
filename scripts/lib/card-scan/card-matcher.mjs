import { encodedTexts } from './encoded-texts.mjs';
import { withoutKnownNumbers } from './known-numbers.mjs';

const digitRuns = /(?<!\d)\d{13,19}(?!\d)/g;
/** In the groups of a card: 4-4-4-4, perhaps with up to three more digits, 4-6-5 and 4-6-4. Nothing is consumed: the next may overlap. */
const digitGroups =
  /(?<!\d)(?=(?<four>\d{4}([ -])\d{4}\2\d{4}\2\d{4})(?!\d)(?<more>\2\d{1,3}(?!\d))?|(?<six>\d{4}([ -])\d{6}\5\d{4,5})(?!\d))/g;
const couldHaveCard = /\d{13}|\d{4}[ -](?:\d{4}[ -]\d{4}[ -]\d{4}|\d{6}[ -]\d{4})/;
/** Between the digits of a marker. */
const separator = String.raw`(?:[\s._+/-]|%20)?`;
/** Under its name. */
const securityCodeField = String.raw`(?<=(?<![a-z])(?:cvv|cvc|cvn|csc|(?:card_?)?security_?code|card_?verification_?(?:code|value)|codigo_?(?:de_?)?seguranca)2?[\s\\"'=:>]{1,8})\d{3,4}(?![\d.])`;

/**
 * @typedef {object} Finding
 * @property {'marker card' | 'marker security code' | 'card number' | 'security code'} what
 * @property {string} shown with at most the first six and the last four digits
 * @property {string} how in clear, or encoded how
 */

/** Finds card numbers and security codes in texts. */
export class CardMatcher {
  #brazil;
  /** What is found whatever it is part of. */
  #patterns;

  /**
   * @param {object} options
   * @param {readonly string[]} [options.markers] card numbers that are known to have been used: found whatever is around them
   * @param {readonly string[]} [options.securityCodes] found where one is a whole value. Choose codes that are nothing else's value.
   * @param {import('./known-numbers.mjs').Brazil} options.brazil
   */
  constructor({ markers = [], securityCodes = [], brazil }) {
    this.#brazil = brazil;
    this.#patterns = [
      { what: 'marker card', alternatives: markers.map((number) => [...number].join(separator)) },
      { what: 'marker security code', alternatives: securityCodes.map(wholeValue) },
      { what: 'security code', alternatives: [securityCodeField] },
    ]
      .filter(({ alternatives }) => alternatives.length > 0)
      .map(({ what, alternatives }) => ({ what, pattern: new RegExp(alternatives.join('|'), 'gi') }));
  }

  /**
   * @param {string} text
   * @returns {Finding[]} each number once
   */
  find(text) {
    const findings = new Map();
    this.#findIn(text, 'in clear', findings);
    for (const { encoding, text: decoded } of encodedTexts(text)) this.#findIn(decoded, `as ${encoding}`, findings);
    return [...findings.values()];
  }

  #findIn(text, how, findings) {
    const add = (digits, finding) => {
      const key = `${how} ${digits}`;
      if (!findings.has(key)) findings.set(key, { ...finding, how });
    };
    for (const { what, pattern } of this.#patterns) {
      for (const [match] of text.matchAll(pattern)) add(digitsOf(match), { what, shown: masked(digitsOf(match)) });
    }
    for (const { digits, brand } of this.#cardsIn(text)) {
      add(digits, { what: 'card number', shown: `${masked(digits)} (${brand})` });
    }
  }

  *#cardsIn(text) {
    if (!couldHaveCard.test(text)) return;
    const rest = withoutKnownNumbers(text, this.#brazil);
    for (const digits of candidatesIn(rest)) {
      const brand = this.#brazil.detectBrand(digits);
      if (brand && (this.#brazil.isLuhnExempt(brand) || this.#brazil.isLuhnValid(digits))) yield { digits, brand };
    }
  }
}

function* candidatesIn(text) {
  for (const [digits] of text.matchAll(digitRuns)) yield digits;
  for (const { groups } of text.matchAll(digitGroups)) {
    const { four, six, more } = groups;
    yield digitsOf(four ?? six);
    // What follows may belong to the number, or be a security code.
    if (more) yield digitsOf(four + more);
  }
}

/** A code as a value in quotes, in clear or encoded. */
function wholeValue(code) {
  const [base64, hex] = ['base64', 'hex'].map((encoding) => Buffer.from(code).toString(encoding));
  return String.raw`(?<=["'])(?:${code}|${base64}|${base64.replace(/=+$/, '')}|${hex})(?=\\*["'])`;
}

const digitsOf = (text) => text.replaceAll('%20', '').replaceAll(/\D/g, '');

/** Of a card the first six and the last four digits, of a security code nothing. */
const masked = (digits) =>
  digits.length < 13 ? '***' : `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;

/** A text for people with nothing in it that could be a card number, e.g. the name of a file. */
export const maskedText = (text) => text.replaceAll(/\d{13,}/g, masked);
