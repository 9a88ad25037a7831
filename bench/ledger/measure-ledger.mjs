import { probeMachine } from '../machine.mjs';
import { note } from '../trial.mjs';
import { captures } from './captures-phase.mjs';
import { checkLedger } from './check-ledger.mjs';
import { settlement } from './settlement.mjs';
import { withdrawals } from './withdrawals.mjs';
import { withLedger } from './with-ledger.mjs';

/** What is compiled in them belongs to nobody; the last of them says how many a phase needs for its time. */
const warmUps = [3_000, 6_000];
const leastCount = 1_000;

/**
 * One run: captures over many wallets, on one, and of Pix, which settle at once; in one process also the settlement of all that is then due; and
 * the check of the whole ledger.
 * @param {{mode: string, plan: {seconds: number, wallets: number, due: number, closedClients: number}, dataDir: string, env: Record<string, string>}} options
 */
export async function measureLedger({ mode, plan, dataDir, env }) {
  note(mode, 'starting the ledger');
  const eventPath = await withLedger({ mode, dataDir, env }, (ledger) =>
    throughEventPath({ mode, plan, dataDir, ledger }),
  );
  const isAlone = mode === 'standalone';
  return {
    ...eventPath,
    settlement: isAlone ? await settlement({ mode, dataDir, env }) : null,
    withdrawals: isAlone ? await withdrawals({ mode, plan, dataDir, env }) : null,
    ...(await check({ mode, dataDir, env })),
  };
}

async function throughEventPath({ mode, plan, dataDir, ledger }) {
  note(mode, `opening ${plan.wallets} wallets`);
  const merchantIds = await ledger.books.openWallets(plan.wallets);
  const machine = await probeMachine({ dataDir });
  const run = (name, load) => {
    note(mode, name);
    return captures(ledger, name, { merchantIds, method: 'credit_card', ...load });
  };
  const phases = await capturePhases({ plan, merchantIds, run });
  const missing = plan.due - (await ledger.books.countPending());
  if (mode === 'standalone' && missing > 0) await run(`${missing} more receivables to settle`, { count: missing });
  return { machine, phases };
}

async function capturePhases({ plan, merchantIds, run }) {
  let perSecond;
  for (const count of warmUps) ({ perSecond } = await run('warming up', { count }));
  const count = Math.max(leastCount, Math.round(perSecond * plan.seconds));
  const many = `${plan.wallets.toLocaleString('en')} wallets`;
  return [
    await run(`Card, over ${many}`, { count }),
    await run('Card, on one wallet', { count, merchantIds: merchantIds.slice(0, 1) }),
    await run(`Pix, over ${many}`, { count, method: 'pix' }),
  ];
}

/** When PostgreSQL has been stopped once more: only then do its statistics have all that it was asked. */
function check({ mode, dataDir, env }) {
  note(mode, 'checking');
  return withLedger({ mode: 'standalone', dataDir, env }, ({ books }) => checkLedger({ dataDir, books }));
}
