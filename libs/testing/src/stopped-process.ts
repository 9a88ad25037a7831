import type { Database, Transaction } from '@centavo/persistence';

/** This process does nothing for so long, as when it is stopped (SIGSTOP): no timer runs, and nothing that comes is heard before the end. */
export function standStill(forMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, forMs);
}

/** @returns `database` as a process sees it that stands still for `forMs` in each of its transactions, when the answer to a statement has come */
export function stoppedInTransactions<Kind extends Database>(
  database: Kind,
  forMs: number,
): {
  readonly database: Kind;
  /** Resolves when all that were begun are over. */
  readonly atRest: () => Promise<unknown>;
} {
  const begun: Promise<unknown>[] = [];
  const transaction = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
    const running = database.transaction((open) => {
      const query = open.query.bind(open);
      open.query = async <Row>(text: string, parameters?: readonly unknown[]): Promise<Row[]> => {
        const rows = await query<Row>(text, parameters);
        standStill(forMs);
        return rows;
      };
      return work(open);
    });
    begun.push(running);
    return running;
  };
  const stopped = new Proxy(database, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { database: stopped, atRest: () => Promise.allSettled(begun) };
}
