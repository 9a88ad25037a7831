import { note } from '../trial.mjs';
import { costOf } from '../alone/cost.mjs';
import { withLedger } from './with-ledger.mjs';

/** Thirty days and as many holidays as may follow: by then all that was captured today is due. */
const aheadMs = 45 * 86_400_000;

/**
 * The daily run, on a day on which all card captures are due: the ledger is started with its clock on that day.
 * @param {{mode: string, dataDir: string, env: Record<string, string>}} options
 */
export function settlement({ mode, dataDir, env }) {
  note(mode, 'settling');
  return withLedger({ mode, dataDir, env, aheadMs }, async ({ system, books }) => {
    const transactionsBefore = await books.countTransactions();
    const { result: run, costPer } = await costOf(system, async () => {
      const finished = await books.untilSettled();
      await books.untilChained();
      return finished;
    });
    const transactions = (await books.countTransactions()) - transactionsBefore;
    return { ...run, transactions, ...costPer(run.settled) };
  });
}
