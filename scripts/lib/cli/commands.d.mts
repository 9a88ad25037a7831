export interface Option {
  readonly name: string;
  readonly field: string;
  readonly type?: 'text' | 'integer' | 'boolean' | 'list' | 'json';
  readonly choices?: readonly string[];
  readonly required?: boolean;
  readonly meaning: string;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly method?: string;
  readonly path?: string;
  readonly argument?: string;
  readonly options: readonly Option[];
  readonly body?: Readonly<Record<string, unknown>>;
  readonly columns?: readonly string[];
  readonly list?: string;
  readonly verdict?: string;
  readonly timeoutMs?: number;
  readonly examples: readonly string[];
}

export declare const OPERATOR_COMMANDS: readonly Command[];
export declare const COMMANDS: readonly Command[];
