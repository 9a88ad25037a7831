import { waitFor } from '../../scripts/lib/wait.mjs';

/** Of the chain's queue: so many transactions share a row, as where the product puts in what there was before. */
const queuedTogether = 500;
const chainTimeoutMs = 3_600_000;

/**
 * Lets `work` fill the journal without its hash chain, which the product then builds over all of it. What watches the chain goes on behind all
 * that: it is no part of a charge's cost.
 * @param {import('pg').Client} client the administrator's
 * @param {import('pg').Client} watch another one of his, which holds back the watch meanwhile
 * @param {() => Promise<void>} work
 */
export async function chainAfterwards(client, watch, work) {
  await watch.query('BEGIN');
  await watch.query('SELECT FROM ledger.chain_watch FOR UPDATE');
  await client.query('ALTER TABLE ledger.transactions DISABLE TRIGGER chained');
  try {
    await work();
    await client.query(queueAll, [queuedTogether]);
  } finally {
    await client.query('ALTER TABLE ledger.transactions ENABLE TRIGGER chained');
  }
  const isChained = async () => {
    const { rowCount } = await client.query('SELECT FROM ledger.unchained_transactions LIMIT 1');
    return rowCount === 0;
  };
  await waitFor(isChained, { what: 'the hash chain over the history', timeoutMs: chainTimeoutMs, everyMs: 500 });
  await watch.query(skipToEnd);
  await watch.query('COMMIT');
}

const queueAll = `
  INSERT INTO ledger.unchained_transactions (transaction_ids)
  SELECT array_agg(id ORDER BY number)
  FROM (SELECT t.id, row_number() OVER (ORDER BY t.posted_at, t.id) - 1 AS number
        FROM ledger.transactions t LEFT JOIN ledger.journal_chain c ON c.transaction_id = t.id
        WHERE c.transaction_id IS NULL) AS missing
  GROUP BY number / $1::int
  ORDER BY number / $1::int`;

const skipToEnd = `
  UPDATE ledger.chain_watch w SET position = last.position, hash = last.hash
  FROM (SELECT position, hash FROM ledger.journal_chain ORDER BY position DESC LIMIT 1) AS last`;
