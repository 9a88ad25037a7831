import pg from 'pg';
import { Books } from './ledger/books.mjs';
import { describeReport, verify } from './ledger/check-ledger.mjs';
import { postgresPortOf } from './modes.mjs';

/** Charges of a history: to read the journal of more takes longer than the whole run. */
const mostChecked = 1_000_000;

/**
 * What must hold after a run, whatever the speed: every accepted charge had exactly its two postbacks, lists count right, and the books
 * balance. `history`: charges that were there before.
 * @returns {Promise<Record<string, string>>} by question: `yes`, or what is wrong
 */
export async function checkRun({ dataDir, password, trial: { chargeIds, receiver }, history = 0 }) {
  const complete = await receiver.call('countComplete', chargeIds);
  const { repeats } = await receiver.call('summary');
  const books = await readBooks(await postgresPortOf(dataDir), password, chargeIds);
  return {
    'Every accepted charge had both its postbacks': sameCount(complete, chargeIds.length),
    'No postback came twice': repeats === 0 ? 'yes' : `${repeats} came again`,
    'Every accepted charge is captured': sameCount(books.acceptedAndCaptured, chargeIds.length),
    'The totals of lists are right': books.wrongTotals === 0 ? 'yes' : `${books.wrongTotals} are not`,
    'One receivable per captured charge': sameCount(books.receivables, books.captured),
    'Every journal transaction balances': books.unbalanced === 0 ? 'yes' : `${books.unbalanced} do not`,
    'Every wallet balance is the sum of its entries':
      books.wrongBalances === 0 ? 'yes' : `${books.wrongBalances} are not`,
    'Wallets show what the receivables sum up to':
      books.pendingInWallets === books.netReceivables
        ? 'yes'
        : `wallets ${books.pendingInWallets}, receivables ${books.netReceivables}`,
    ...(history <= mostChecked && { 'The ledger’s own checker finds nothing': await ledgerAnswer(dataDir, password) }),
  };
}

async function ledgerAnswer(dataDir, password) {
  const books = await Books.open({ dataDir, password });
  try {
    return describeReport(await verify(books));
  } finally {
    await books.close();
  }
}

const sameCount = (actual, expected) => (actual === expected ? 'yes' : `${actual} of ${expected}`);

async function readBooks(port, password, chargeIds) {
  const one = async (role, sql, parameters = []) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: role, password, database: 'centavo' });
    await client.connect();
    try {
      const { rows } = await client.query(sql, parameters);
      return Number(Object.values(rows[0])[0]);
    } finally {
      await client.end();
    }
  };
  return {
    acceptedAndCaptured: await one(
      'payments',
      `SELECT count(*) FROM payments.published_charges WHERE status = 'captured' AND id = ANY ($1::uuid[])`,
      [chargeIds],
    ),
    wrongTotals:
      (await one('payments', wrongTotals)) +
      (await one('payments', wrongTotalsOfDays)) +
      (await one('ledger', wrongReceivableSums)) +
      (await one('ledger', wrongReceivableSumsOfDays)),
    captured: await one('payments', 'SELECT count(*) FROM payments.published_charges WHERE captured_amount > 0'),
    receivables: await one('ledger', 'SELECT count(*) FROM ledger.published_receivables'),
    netReceivables: await one(
      'ledger',
      `SELECT coalesce(sum(net_amount), 0) FROM ledger.published_receivables WHERE status = 'pending'`,
    ),
    pendingInWallets: await one('ledger', 'SELECT coalesce(sum(pending_amount), 0) FROM ledger.published_wallets'),
    unbalanced: await one('ledger', unbalancedTransactions),
    wrongBalances: await one('ledger', wrongBalances),
  };
}

const wrongTotals = `
  SELECT count(*)
  FROM (SELECT owner.id AS owner_id, payment_method, status, count(*) AS charges
        FROM payments.published_charges CROSS JOIN unnest(ARRAY[merchant_id, submerchant_id]) AS owner (id)
        WHERE owner.id IS NOT NULL GROUP BY 1, 2, 3) AS actual
  FULL JOIN (SELECT owner_id, payment_method, status, count(*) AS listed
             FROM payments.published_charge_listings GROUP BY 1, 2, 3) AS listing USING (owner_id, payment_method, status)
  FULL JOIN (SELECT owner_id, payment_method, status, sum(count) AS counted
             FROM payments.published_charge_counts GROUP BY 1, 2, 3) AS total USING (owner_id, payment_method, status)
  WHERE coalesce(charges, 0) <> coalesce(counted, 0) OR coalesce(charges, 0) <> coalesce(listed, 0)`;

const wrongTotalsOfDays = `
  SELECT count(*)
  FROM (SELECT owner.id AS owner_id, payment_method, status, payments.charge_day(created_at) AS day, count(*) AS charges
        FROM payments.published_charges CROSS JOIN unnest(ARRAY[merchant_id, submerchant_id]) AS owner (id)
        WHERE owner.id IS NOT NULL GROUP BY 1, 2, 3, 4) AS actual
  FULL JOIN (SELECT owner_id, payment_method, status, day, sum(count) AS counted
             FROM payments.published_charge_day_counts GROUP BY 1, 2, 3, 4) AS total
    USING (owner_id, payment_method, status, day)
  WHERE coalesce(charges, 0) <> coalesce(counted, 0)`;

const amountsOf = (columns) => columns.map((column) => `sum(${column}) AS ${column}`).join(', ');
const summedUp = ['gross_amount', 'fee_amount', 'net_amount'];

/** Sums of receivables that are not what the receivables add up to. @param {string} view @param {string} keys */
const wrongSums = (view, keys) => `
  SELECT count(*)
  FROM (SELECT owner.id AS owner_id, ${keys}, count(*) AS count, ${amountsOf(summedUp)}
        FROM ledger.published_receivables CROSS JOIN unnest(ARRAY[merchant_id, submerchant_id]) AS owner (id)
        WHERE owner.id IS NOT NULL GROUP BY owner.id, ${keys}) AS actual
  FULL JOIN (SELECT owner_id, ${keys}, ${amountsOf(['count', ...summedUp])} FROM ledger.${view} GROUP BY owner_id, ${keys}) AS total
    USING (owner_id, ${keys})
  WHERE (coalesce(actual.count, 0), coalesce(actual.gross_amount, 0), coalesce(actual.fee_amount, 0), coalesce(actual.net_amount, 0))
     <> (coalesce(total.count, 0), coalesce(total.gross_amount, 0), coalesce(total.fee_amount, 0), coalesce(total.net_amount, 0))`;

const wrongReceivableSums = wrongSums('published_receivable_sums', 'payment_method, status');
const wrongReceivableSumsOfDays = wrongSums('published_receivable_day_sums', 'payment_method, status, settlement_date');

const unbalancedTransactions = `
  SELECT count(*) FROM (
    SELECT FROM ledger.entries GROUP BY transaction_id HAVING sum(amount) <> 0
  ) AS unbalanced`;

const wrongBalances = `
  SELECT count(*) FROM ledger.accounts AS account
  LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger.entries GROUP BY account_id) AS journal
    ON journal.account_id = account.id
  WHERE account.wallet_id IS NOT NULL AND account.balance <> coalesce(journal.total, 0)`;
