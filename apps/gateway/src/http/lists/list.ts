/** One condition of a list: its SQL, with `?` where the value goes or else before the value, and the value; null leaves it out. */
export interface Filter {
  readonly condition: string;
  readonly value: unknown;
  /** Whether a row that meets it once does so for ever. */
  readonly isStable: boolean;
}

/** A filter on something that never changes once the row is there. */
export const where = (condition: string, value: unknown): Filter => ({
  condition,
  value: value ?? null,
  isStable: true,
});

/** A filter on something that changes in a row's life, like its status. */
export const whereNow = (condition: string, value: unknown): Filter => ({
  condition,
  value: value ?? null,
  isStable: false,
});

/** A list of resources: the published view it reads and what narrows it. Its ids are UUIDv7: they sort by age. */
export interface List {
  readonly view: string;
  readonly filters: readonly Filter[];
}

/** The filters in force, as SQL with `$1`… */
export interface Selection {
  readonly view: string;
  readonly where: string;
  readonly parameters: readonly unknown[];
  /** Whether rows only ever join the list and never leave it. */
  readonly isAppendOnly: boolean;
}

export function select({ view, filters }: List): Selection {
  const inForce = filters.filter(({ value }) => value !== null);
  return {
    view,
    where: inForce.map(({ condition }, index) => withParameter(condition, `$${index + 1}`)).join(' AND ') || 'true',
    parameters: inForce.map(({ value }) => value),
    isAppendOnly: inForce.every(({ isStable }) => isStable),
  };
}

const withParameter = (condition: string, parameter: string): string =>
  condition.includes('?') ? condition.replace('?', parameter) : `${condition} ${parameter}`;
