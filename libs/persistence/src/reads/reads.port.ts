import type { Row, Sql } from '../database.port.js';

/** Where that is read which may be a moment old: perhaps a replica. What decides anything is read from the `Database`. */
export abstract class Reads implements Sql {
  abstract query<Result = Row>(text: string, parameters?: readonly unknown[]): Promise<Result[]>;
  /** As `Database` has it. */
  abstract queryPrepared<Result = Row>(text: string, parameters?: readonly unknown[]): Promise<Result[]>;
  /**
   * The rows of some ids. What was made at all is found; what was made or noted a moment ago is as new as on the primary.
   * @param text with the ids as its only parameter
   * @param ids UUIDv7, in lower case
   * @param column where the rows have those ids
   */
  abstract queryIds<Result extends object>(
    text: string,
    ids: readonly string[],
    column: keyof Result & string,
  ): Promise<Result[]>;
  /** Says that a write is under way: for a while what has this id is read from the primary. */
  abstract noteWrite(id: string): void;
}
