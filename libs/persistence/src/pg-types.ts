import { types } from 'pg';

const { builtins } = types;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

type Parser = (text: string) => unknown;

/** The declared type knows no array types. */
const defaultParser = types.getTypeParser as (oid: number, format?: string) => Parser;

const parseTextArray = defaultParser(TEXT_ARRAY) as (text: string) => (string | null)[];

const bigints: Parser = (text) => parseTextArray(text).map((item) => (item === null ? null : BigInt(item)));

/**
 * How values come back, per pool and not for the whole process: money is `bigint`, and a plain date stays the text it is,
 * because as a `Date` it would be midnight in whatever time zone the process runs in.
 */
const PARSERS = new Map<number, Parser>([
  [builtins.INT8, BigInt],
  [INT8_ARRAY, bigints],
  [builtins.DATE, String],
  [DATE_ARRAY, parseTextArray],
]);

export const PG_TYPES = {
  getTypeParser: (oid: number, format?: string): Parser =>
    (format !== 'binary' && PARSERS.get(oid)) || defaultParser(oid, format),
};
