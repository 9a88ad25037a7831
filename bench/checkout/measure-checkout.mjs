import { pageWeight } from '../../scripts/lib/page-weight.mjs';
import { probeMachine } from '../machine.mjs';
import { basicOf, makeMerchant, post } from '../merchants.mjs';
import { modes } from '../modes.mjs';
import { note } from '../trial.mjs';
import { startWorker } from '../worker.mjs';
import { ChargesByLink } from './charges-by-link.mjs';
import { checkouts } from './checkouts.mjs';
import { pageTimes } from './page-times.mjs';

const linkCount = 200;
const warmUpSeconds = 2;
const connections = 128;
/** All payers come from one address. */
const withoutLimit = { CHECKOUT_ATTEMPTS_PER_MINUTE: '1000000', CHECKOUT_REQUESTS_PER_SECOND: '0' };
const link = { title: 'Camiseta', amount: 10_000, product_type: 'physical' };

/**
 * One run: how heavy the page of a payment link is, how soon it can be used, and how many payments one gateway takes by many links and by
 * one, each as fast as the one before it is answered.
 * @param {{mode: string, plan: {seconds: number, closedClients: number}, dataDir: string, env: Record<string, string>}} options
 */
export async function measureCheckout({ mode, plan, dataDir, env }) {
  const system = await modes[mode]({ dataDir, env: { ...env, ...withoutLimit }, scale: {} });
  const charges = await ChargesByLink.open(dataDir);
  try {
    note(mode, `making ${linkCount} links`);
    const linkIds = await makeLinks(system);
    note(mode, 'looking at the page');
    const url = `${system.baseUrls[0]}/pay/${linkIds[0]}`;
    const [weight, times] = [await pageWeight(url), await pageTimes(url)];
    const machine = await probeMachine({ dataDir });
    const phases = await underLoad({ mode, plan, system, charges, linkIds });
    note(mode, 'checking');
    return { weight, times, machine, phases, checks: await charges.check(phases.map(({ accepted }) => accepted)) };
  } finally {
    await charges.close();
    await system.stop();
  }
}

async function makeLinks(system) {
  const { credentials } = await makeMerchant(system, 1);
  const url = `${system.baseUrls[0]}/v1/payment-links`;
  const links = Array.from({ length: linkCount }, () => post(url, basicOf(credentials), link));
  return (await Promise.all(links)).map(({ id }) => id);
}

async function underLoad({ mode, plan: { seconds, closedClients: clients }, system, charges, linkIds }) {
  const load = await startWorker('load-generator.mjs');
  try {
    const { baseUrls, components } = system;
    await load.call('connect', { baseUrls, credentials: [], chargingMerchants: 0, connections });
    const trial = {
      load,
      charges,
      system: { ...system, schema: 'payments', components: { ...components, load: { pids: [load.pid] } } },
    };
    const run = (name, request) => {
      note(mode, name);
      return checkouts(trial, `${name}, ${clients} clients`, { clients, seconds, linkIds, ...request });
    };
    const warmUps = ['pix', 'credit_card'].map((method) => ({ method, seconds: warmUpSeconds }));
    const phases = [];
    for (const warmUp of warmUps) phases.push({ ...(await run('warming up', warmUp)), isWarmUp: true });
    const one = linkIds.slice(0, 1);
    phases.push(await run(`Pix, ${linkCount} links`, { method: 'pix' }));
    phases.push(await run('Pix, one link', { method: 'pix', linkIds: one }));
    phases.push(await run(`Card, ${linkCount} links`, { method: 'credit_card' }));
    phases.push(await run('Card, one link', { method: 'credit_card', linkIds: one }));
    return phases;
  } finally {
    load.stop();
  }
}
