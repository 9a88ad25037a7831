import { makeMerchant, post } from '../merchants.mjs';
import { modes } from '../modes.mjs';
import { note } from '../trial.mjs';
import { percentile, sum } from '../usage.mjs';
import { startWorker } from '../worker.mjs';
import { Books } from './books.mjs';
import { costOf } from '../alone/cost.mjs';

const merchantCount = 200;
const warmUpSeconds = 2;
/** Centavos; the funds are more than a run takes out. */
const [amount, funds] = [1_000, 1_000_000_000];
/** The sandbox's bank pays a Pix at once. A TED waits for somebody's word: what it costs, the request costs alone. */
const pix = { type: 'pix', amount, pix_key_type: 'cpf', pix_key: '12345678909' };
const ted = {
  type: 'ted',
  amount,
  bank_account: {
    bank_code: '341',
    branch: '0001',
    account: '1234567',
    account_digit: '8',
    account_type: 'checking',
    holder_name: 'Maria Silva',
    holder_document: '12345678909',
  },
};
/** All of it is asked for by few merchants. */
const withoutLimit = { RATE_LIMIT_PER_SECOND: '1000000' };

/**
 * Single requests: withdrawals through HTTP on the whole platform, from many wallets and from one, each as fast as the one before it is answered.
 * Nobody has a PIN: its hash is made to be slow.
 * @param {{mode: string, plan: {seconds: number, closedClients: number}, dataDir: string, env: Record<string, string>}} options
 */
export async function withdrawals({ mode, plan, dataDir, env }) {
  note(mode, `funding the wallets of ${merchantCount} merchants`);
  const platform = await modes[mode]({ dataDir, env: { ...env, ...withoutLimit }, scale: {} });
  const books = await Books.open({ dataDir, password: env.DATABASE_PASSWORD });
  const load = await startWorker('load-generator.mjs');
  try {
    const wallets = await fundedWallets(platform, load);
    const clients = plan.closedClients;
    const components = { ...platform.components, load: { pids: [load.pid] } };
    const system = { ...platform, schema: 'ledger', components };
    const run = (name, withdrawal, from = wallets, seconds = plan.seconds) => {
      note(mode, name);
      const request = { withdrawal, wallets: from, clients, seconds };
      return withdrawalsFrom({ system, books, load }, `${name}, ${clients} clients`, request);
    };
    for (const withdrawal of [ted, pix]) await run('warming up', withdrawal, wallets, warmUpSeconds);
    return [
      await run(`TED, ${merchantCount} wallets`, ted),
      await run('TED, one wallet', ted, wallets.slice(0, 1)),
      await run(`Pix, ${merchantCount} wallets`, pix),
    ];
  } finally {
    load.stop();
    await books.close();
    await platform.stop();
  }
}

async function fundedWallets({ baseUrls, operatorToken }, load) {
  const merchants = [];
  for (let number = 1; number <= merchantCount; number += 1) {
    const merchant = await makeMerchant({ baseUrls, operatorToken }, number);
    const adjustments = `${baseUrls[0]}/admin/v1/wallets/${merchant.walletId}/adjustments`;
    await post(adjustments, `Bearer ${operatorToken}`, { direction: 'credit', amount: funds, description: 'Funds' });
    merchants.push(merchant);
  }
  const credentials = merchants.map((merchant) => merchant.credentials);
  await load.call('connect', { baseUrls, credentials, chargingMerchants: 0, connections: 128 });
  return merchants.map(({ walletId }, turn) => ({ walletId, turn }));
}

async function withdrawalsFrom({ system, books, load }, name, request) {
  const { result, costPer } = await costOf(system, async () => {
    const outcome = await load.call('withdrawLoop', request);
    const answeredAt = performance.now();
    await books.untilWithdrawn();
    const paidAfterSeconds = (performance.now() - answeredAt) / 1000;
    await books.untilChained();
    return { ...outcome, paidAfterSeconds };
  });
  const { statuses, latenciesMs, paidAfterSeconds } = result;
  const created = statuses[201] ?? 0;
  return {
    name,
    perSecond: created / request.seconds,
    p50: percentile(latenciesMs, 0.5),
    p99: percentile(latenciesMs, 0.99),
    refused: sum(Object.values(statuses)) - created,
    paidAfterSeconds,
    ...costPer(created),
  };
}
