const UNIQUE_VIOLATION = '23505';

/** Whether an error of the database is that a row like this is there already, by that constraint. Looks through TypeORM's wrapper. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  const { code, constraint: violated, driverError } = (error ?? {}) as Record<string, unknown>;
  if (driverError) return violatesUnique(driverError, constraint);
  return code === UNIQUE_VIOLATION && violated === constraint;
}
