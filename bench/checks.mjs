import pg from 'pg';
import { postgresPortOf } from './modes.mjs';

/**
 * What must hold after a run, whatever the speed: every accepted charge had exactly its two postbacks, and the books balance.
 * @returns {Promise<Record<string, string>>} by question: `yes`, or what is wrong
 */
export async function checkRun({ dataDir, password, chargeIds, receiver }) {
  const complete = await receiver.call('countComplete', chargeIds);
  const { repeats } = await receiver.call('summary');
  const books = await readBooks(await postgresPortOf(dataDir), password);
  return {
    'Every accepted charge had both its postbacks': sameCount(complete, chargeIds.length),
    'No postback came twice': repeats === 0 ? 'yes' : `${repeats} came again`,
    'Every charge is captured': sameCount(books.captured, books.charges),
    'One receivable per captured charge': sameCount(books.receivables, books.captured),
    'Every journal transaction balances': books.unbalanced === 0 ? 'yes' : `${books.unbalanced} do not`,
    'Every wallet balance is the sum of its entries':
      books.wrongBalances === 0 ? 'yes' : `${books.wrongBalances} are not`,
    'Wallets show what the receivables sum up to':
      books.pendingInWallets === books.netReceivables
        ? 'yes'
        : `wallets ${books.pendingInWallets}, receivables ${books.netReceivables}`,
  };
}

const sameCount = (actual, expected) => (actual === expected ? 'yes' : `${actual} of ${expected}`);

async function readBooks(port, password) {
  const one = async (role, sql) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: role, password, database: 'centavo' });
    await client.connect();
    try {
      const { rows } = await client.query(sql);
      return Number(Object.values(rows[0])[0]);
    } finally {
      await client.end();
    }
  };
  return {
    charges: await one('payments', 'SELECT count(*) FROM payments.published_charges'),
    captured: await one('payments', "SELECT count(*) FROM payments.published_charges WHERE status = 'captured'"),
    receivables: await one('ledger', 'SELECT count(*) FROM ledger.published_receivables'),
    netReceivables: await one('ledger', 'SELECT coalesce(sum(net_amount), 0) FROM ledger.published_receivables'),
    pendingInWallets: await one('ledger', 'SELECT coalesce(sum(pending_amount), 0) FROM ledger.published_wallets'),
    unbalanced: await one('ledger', unbalancedTransactions),
    wrongBalances: await one('ledger', wrongBalances),
  };
}

const unbalancedTransactions = `
  SELECT count(*) FROM (
    SELECT FROM ledger.entries GROUP BY transaction_id HAVING sum(amount) <> 0
  ) AS unbalanced`;

const wrongBalances = `
  SELECT count(*) FROM ledger.accounts AS account
  LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger.entries GROUP BY account_id) AS journal
    ON journal.account_id = account.id
  WHERE account.wallet_id IS NOT NULL AND account.balance <> coalesce(journal.total, 0)`;
