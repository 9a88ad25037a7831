/** Narrow and wide elements of each digit, in interleaved 2 of 5. (Source: ISO/IEC 16390.) */
const DIGITS = ['NNWWN', 'WNNNW', 'NWNNW', 'WWNNN', 'NNWNW', 'WNWNN', 'NWWNN', 'NNNWW', 'WNNWN', 'NWNWN'];
const START_ELEMENTS = 4;
const STOP_ELEMENTS = 3;
const PAIR_ELEMENTS = 10;

interface Bar {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the digits of an interleaved 2 of 5 barcode from the lines of its SVG, as a scanner would: widths of bars and spaces alone.
 * @throws when the widths are no such barcode
 */
export function itfDigitsOf(svg: string): string {
  const widths = elementWidths(barsOf(svg));
  const data = widths.slice(START_ELEMENTS, -STOP_ELEMENTS);
  let digits = '';
  for (let at = 0; at < data.length; at += PAIR_ELEMENTS) {
    const pair = data.slice(at, at + PAIR_ELEMENTS);
    digits += digitOf(pair.filter((_, index) => index % 2 === 0)) + digitOf(pair.filter((_, index) => index % 2 === 1));
  }
  return digits;
}

function barsOf(svg: string): Bar[] {
  const paths = svg.matchAll(/stroke-width="(\d+)" d="([^"]*)"/g);
  const bars = [...paths].flatMap(([, width, lines]) =>
    [...lines!.matchAll(/M([\d.]+) /g)].map(([, middle]) => ({
      from: Number(middle) - Number(width) / 2,
      to: Number(middle) + Number(width) / 2,
    })),
  );
  return bars.toSorted((one, other) => one.from - other.from);
}

/** Bars and the spaces between them, in turn. */
const elementWidths = (bars: readonly Bar[]): number[] =>
  bars.flatMap(({ from, to }, index) => (index === 0 ? [to - from] : [from - bars[index - 1]!.to, to - from]));

function digitOf(widths: readonly number[]): string {
  const pattern = widths.map((width) => (width > 1.5 ? 'W' : 'N')).join('');
  const digit = DIGITS.indexOf(pattern);
  if (digit < 0) throw new Error(`${pattern} is no digit`);
  return String(digit);
}
