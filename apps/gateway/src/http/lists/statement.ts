/** A statement with the values of its parameters. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Adds a parameter to a statement, and says what stands for it there. */
export type Bind = (value: unknown, type: string) => string;

/** Puts a statement together, its parameters in the order in which they are bound. */
export function statementOf(write: (bind: Bind) => string): Statement {
  const parameters: unknown[] = [];
  const text = write((value, type) => `$${parameters.push(value)}::${type}`);
  return { text, parameters };
}
