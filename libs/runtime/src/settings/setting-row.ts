import { bool, str, type ValidatorSpec } from 'envalid';

/** One setting. The docs page and the example `.env` are generated from these rows. */
export interface SettingRow<Value = unknown> {
  /** Name of the environment variable. */
  readonly env: string;
  readonly meaning: string;
  readonly unit?: string;
  /** Never shown, logged or repeated in an error. */
  readonly secret: boolean;
  /** The default as one would write it in the environment; empty when there is none. */
  readonly default: string;
  readonly spec: ValidatorSpec<Value>;
}

/** The `desc` of a spec says what it takes, where that is not said in the meaning. */
export type Parser<Value> = (options: { default: Value; desc?: string }) => ValidatorSpec<Value>;

interface RowOptions {
  readonly unit?: string;
  readonly secret?: boolean;
}

/** Whether a default reads as one would write it in the environment. */
const isPlain = (fallback: unknown): boolean =>
  fallback !== undefined && (typeof fallback !== 'object' || Array.isArray(fallback));

export function row<Value>(
  env: string,
  parser: Parser<Value>,
  fallback: Value,
  meaning: string,
  { unit, secret = false }: RowOptions = {},
): SettingRow<Value> {
  return {
    env,
    meaning,
    unit,
    secret,
    default: isPlain(fallback) ? String(fallback) : '',
    spec: parser({ default: fallback }),
  };
}

export const flag: Parser<boolean> = (options) => bool(options);
export const text: Parser<string> = (options) => str(options);
export const optionalText: Parser<string | undefined> = (options) => str(options);
