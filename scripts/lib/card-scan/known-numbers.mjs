/**
 * @typedef {object} Brazil what is used of libs/brazil
 * @property {(number: string) => string | undefined} detectBrand
 * @property {(digits: string) => boolean} isLuhnValid
 * @property {(brand: string) => boolean} isLuhnExempt
 * @property {(text: string) => boolean} isValidCnpj
 * @property {(text: string) => string} crc16
 */

const brCode = { start: '000201', crcHeader: '6304', crcLength: 4, longest: 512 };

/**
 * Numbers that can look like a card's and are known to be something else: the whole list, each with the reason. Marker cards are
 * found inside them all the same.
 *
 * What needs no entry: times since 1970 in ms, µs and ns and dates like 20261121… (no brand's numbers begin with 1 or 20); barcodes,
 * typed boleto lines and Pix end-to-end ids (more than 19 digits in a row); CPFs, NSUs and authorization codes (fewer than 13).
 *
 * @type {readonly {what: string, why: string, spans: (text: string, brazil: Brazil) => Iterable<[number, number]>}[]}
 */
const KNOWN_NUMBERS = [
  {
    what: 'UUID',
    why: 'its groups of four can all be decimal, with dashes between them as on a card',
    spans: matches(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi),
  },
  {
    what: 'digest or id in hexadecimal',
    why: 'a stretch of it can be decimal; only whole lengths of ids and digests, with at least one letter',
    spans: matches(/(?<![0-9a-wyz])(?=\d*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|(?:[0-9a-f]{32}){2,4})(?![0-9a-z])/gi),
  },
  {
    what: 'W3C trace context',
    why: 'the 16 hexadecimal digits of its parent id can all be decimal',
    spans: matches(/(?<![0-9a-z])[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?![0-9a-z])/g),
  },
  {
    what: 'id of a span',
    why: 'its 16 hexadecimal digits can have a decimal stretch; only under the names that OTLP gives it in JSON',
    spans: matches(/(?<="(?:s|parentS)panId":")[0-9a-f]{16}(?=")/g),
  },
  {
    what: 'BR Code',
    why: 'its fields run into each other: 5204000053039865802BR begins as a Mastercard does; only where the CRC is right',
    spans: brCodes,
  },
  {
    what: 'boleto line as it is printed',
    why: 'its last group, due factor and amount, has 14 digits',
    spans: matches(/(?<!\d)\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}(?!\d)/g),
  },
  {
    what: 'CNPJ',
    why: 'it has 14 digits; only under a name that says so, with right check digits',
    spans: matches(
      /(?<=(?:tax_?id|document|cnpj|pix_?key)\w{0,10}[\s\\"'=:]{1,6})\d{14}(?!\d)/gi,
      (number, { isValidCnpj }) => isValidCnpj(number),
    ),
  },
  {
    what: 'telephone number',
    why: 'with the country code it can have 13 digits, and 55 begins a Mastercard; only after a + or under a name that says so',
    spans: matches(/(?<=\+|(?:phone|mobile|telefone|celular)\w{0,10}[\s\\"'=:]{1,6})55[1-9]\d9\d{8}(?!\d)/gi),
  },
  {
    what: 'fraction of a number',
    why: 'floating-point numbers, as in durations and metrics, have up to 17 digits after the point',
    spans: matches(/(?<=(?<![\w.])-?\d+\.)\d{13,19}(?![\d.])/g),
  },
  {
    what: 'point of a number',
    why: 'what is before and behind it may have as many digits together as a card has, but nobody writes a card with one point',
    spans: matches(/(?<=(?<![\w.])-?\d+)\.(?=\d+(?![\d.]))/g),
  },
  {
    what: 'size in bytes',
    why: 'the virtual memory of a process can have 13 digits; only as the value of a metric that is named for bytes',
    spans: matches(/(?<=^\w+_bytes(?:\{[^}]*\})? )\d{13,19}$/gm),
  },
];

/** `text` with every known number made unreadable, of the same length. */
export function withoutKnownNumbers(text, brazil) {
  // All are looked for in the whole text: one may explain what is around another, as a BR Code with a UUID in it.
  const found = KNOWN_NUMBERS.flatMap(({ spans }) => [...spans(text, brazil)]);
  let result = '';
  for (const [from, to] of found.toSorted(([a], [b]) => a - b)) {
    result += text.slice(result.length, from);
    result = result.padEnd(to, '#');
  }
  return result + text.slice(result.length);
}

function matches(pattern, holds = () => true) {
  return function* spans(text, brazil) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      if (holds(match, brazil)) yield [index, index + match.length];
    }
  };
}

function* brCodes(text, { crc16 }) {
  let from = text.indexOf(brCode.start);
  while (from >= 0) {
    const end = endOfBrCode(text, from, crc16);
    if (end) yield [from, end];
    from = text.indexOf(brCode.start, end ?? from + 1);
  }
}

function endOfBrCode(text, from, crc16) {
  const furthest = from + brCode.longest;
  let header = text.indexOf(brCode.crcHeader, from);
  while (header >= 0 && header < furthest) {
    const end = header + brCode.crcHeader.length;
    const crc = text.slice(end, end + brCode.crcLength);
    if (crc16(text.slice(from, end)) === crc) return end + brCode.crcLength;
    header = text.indexOf(brCode.crcHeader, header + 1);
  }
  return undefined;
}
