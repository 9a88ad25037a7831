import type { Database, Row } from '../database.port.js';
import { Reads } from './reads.port.js';

/** Without a replica everything is read from the primary. */
export class PrimaryReads extends Reads {
  constructor(private readonly database: Database) {
    super();
  }

  query<Result = Row>(text: string, parameters?: readonly unknown[]): Promise<Result[]> {
    return this.database.query<Result>(text, parameters);
  }

  queryPrepared<Result = Row>(text: string, parameters?: readonly unknown[]): Promise<Result[]> {
    return this.database.queryPrepared<Result>(text, parameters);
  }

  queryIds<Result extends object>(text: string, ids: readonly string[]): Promise<Result[]> {
    return this.database.query<Result>(text, [ids]);
  }

  noteWrite(): void {}
}
