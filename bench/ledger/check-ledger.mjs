import pg from 'pg';
import { importBuilt } from '../../scripts/lib/paths.mjs';
import { administratorOf } from '../administrator.mjs';

/**
 * What must hold after a run, whatever the speed, and how quickly the product's own checker finds that it does.
 * @param {{dataDir: string, books: import('./books.mjs').Books}} system at rest
 * @returns {Promise<{verification: {entries: number, seconds: number}, checks: Record<string, string>}>} `checks`: by question, `yes` or
 *   what is wrong
 */
export async function checkLedger({ dataDir, books }) {
  const beganAt = performance.now();
  const report = await verify(books);
  const seconds = (performance.now() - beganAt) / 1000;
  const [deadlocks, letters] = [await countDeadlocks(dataDir), await books.countDeadLetters()];
  return {
    verification: { entries: report.entries, transactions: report.transactions, seconds },
    checks: {
      'The ledger’s own checker finds nothing': describeReport(report),
      'Nothing was dead-lettered': letters === 0 ? 'yes' : `${letters} messages were`,
      'No deadlocks': deadlocks === 0 ? 'yes' : `${deadlocks} of them`,
    },
  };
}

/** @param {import('./books.mjs').Books} books */
export async function verify(books) {
  const { verifyLedger } = await importBuilt('apps/ledger/src/verify/verify-ledger.js');
  return verifyLedger(books.database);
}

/** @returns {string} `yes`, or the first things that are wrong */
export function describeReport({ ok, violations }) {
  if (ok) return 'yes';
  return violations
    .slice(0, 3)
    .map(({ rule, subject, detail }) => `${rule}: ${subject} ${detail}`)
    .join('; ');
}

async function countDeadlocks(dataDir) {
  const client = new pg.Client(await administratorOf(dataDir, 'centavo'));
  await client.connect();
  try {
    const { rows } = await client.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
    return Number(rows[0].deadlocks);
  } finally {
    await client.end();
  }
}
