import { Database, type Transaction } from '@centavo/persistence';

/**
 * A database that says before each step what comes: a statement that has just been sent, a transaction that is about to be committed or has
 * just been. A test has something go wrong there.
 */
export class SteppedDatabase extends Database {
  readonly schema: string;

  constructor(
    private readonly database: Database,
    private readonly onStep: () => void,
  ) {
    super();
    this.schema = database.schema;
  }

  query<Result>(text: string, parameters?: readonly unknown[]): Promise<Result[]> {
    const result = this.database.query<Result>(text, parameters);
    this.onStep();
    return result;
  }

  queryPrepared<Result>(text: string, parameters?: readonly unknown[]): Promise<Result[]> {
    return this.database.queryPrepared<Result>(text, parameters);
  }

  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const result = await this.database.transaction(async (transaction) => {
      const stepped = await work({
        manager: transaction.manager,
        query: (text, parameters) => {
          const answer = transaction.query(text, parameters);
          this.onStep();
          return answer as Promise<never>;
        },
        afterCommit: (effect) => transaction.afterCommit(effect),
      });
      this.onStep();
      return stepped;
    });
    this.onStep();
    return result;
  }

  problem(): Promise<string | null> {
    return this.database.problem();
  }

  close(): Promise<void> {
    return this.database.close();
  }
}
