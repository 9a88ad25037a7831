import type { Transaction } from '@centavo/persistence';

const SAVEPOINT = 'idempotent_work';

/** Runs work in a savepoint. When it throws, its writes and what it registered to happen after the commit are undone. */
export async function inSavepoint<Result>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const effects: (() => void)[] = [];
  await transaction.query(`SAVEPOINT ${SAVEPOINT}`);
  try {
    const result = await work({
      manager: transaction.manager,
      query: (text, parameters) => transaction.query(text, parameters),
      afterCommit: (effect) => effects.push(effect),
    });
    await transaction.query(`RELEASE SAVEPOINT ${SAVEPOINT}`);
    for (const effect of effects) transaction.afterCommit(effect);
    return result;
  } catch (error) {
    await transaction.query(`ROLLBACK TO SAVEPOINT ${SAVEPOINT}`);
    throw error;
  }
}
