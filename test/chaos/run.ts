import { setTimeout as delay } from 'node:timers/promises';
import { mkdir } from 'node:fs/promises';
import { startStack, type Stack, type StackInstance, type StackService } from '../../scripts/lib/stack.mjs';
import { Crowd } from './clients/crowd.js';
import { Customer } from './clients/customer.js';
import { Gateways } from './clients/gateways.js';
import { openAccounts } from './clients/open-accounts.js';
import { Receiver } from './clients/receiver.js';
import { RecordingClient } from './clients/recording-client.js';
import { writeFacts } from './evidence/take-facts.js';
import { Operator } from './faults/operator.js';
import { planFaults, type FaultLane } from './faults/plan-faults.js';
import { filesOf, History } from './history/history.js';
import { SERVICES, type ChaosPlan } from './plan.js';
import { Random } from './random.js';
import { settleAndCheck, type Verdict } from './settle.js';

/** The operator token of `HttpClient`; time-outs that end within a run; limits that are not what is tried here. */
export const STACK_SETTINGS = {
  OPERATOR_TOKEN: 'operator-token-for-tests',
  REPLY_TIMEOUT_MS: '5000',
  ACQUIRER_TIMEOUT_MS: '2000',
  RATE_LIMIT_PER_SECOND: '0',
  CHECKOUT_ATTEMPTS_PER_MINUTE: '100000',
  CHECKOUT_REQUESTS_PER_SECOND: '0',
};

/** Keys are sent as duplicates in this part of the time of faults, so that none is left over. */
const DUPLICATES_WITHIN = 0.8;
const WARM_UP_MS = 2_000;
/** Kafka gives the work of those who died to others within its session timeout of 3 s. */
const CALM_MS = 6_000;
const PROGRESS_EVERY_MS = 30_000;
/** Services that are rolled at the same time; within one of these one after the other. */
const ROLLING_LANES: readonly (readonly StackService[])[] = [
  ['gateway', 'onboarding', 'webhooks'],
  ['payments', 'ledger'],
];

export interface ChaosRun {
  readonly seed: number;
  readonly plan: ChaosPlan;
  readonly command: string;
  /** Where everything of it is kept. */
  readonly folder: string;
  readonly onStep: (step: string) => void;
}

/** Runs a stack, has clients use it and faults hit it, lets it come to rest, and checks. */
export async function runChaos({ seed, plan, command, folder, onStep }: ChaosRun): Promise<Verdict> {
  await mkdir(filesOf(folder).data, { recursive: true });
  const history = new History(folder);
  const receiver = await Receiver.start(folder);
  const instances = Object.fromEntries(SERVICES.map((service) => [service, plan.instances]));
  history.add({ line: 'run', seed, plan, command, instances, receiverPort: receiver.port });
  let operator: Operator | undefined;
  const onExit = (instance: StackInstance, how: string): void => operator?.noteEnd(instance, how);
  const stack = await startStack({
    dataDir: filesOf(folder).data,
    scale: instances,
    env: STACK_SETTINGS,
    onExit,
    onStep,
  });
  try {
    const random = new Random(seed);
    const lanes = planFaults(plan, random.fork());
    const gateways = new Gateways();
    const counts = new Map<string, number>();
    operator = new Operator(stack, history, gateways, (victim) => counts.set(victim, (counts.get(victim) ?? 0) + 1));
    const customers = await openCustomers(plan, stack, receiver, history, gateways, random.fork());
    const crowd = new Crowd(
      customers,
      plan.duplicateKeys,
      (DUPLICATES_WITHIN * plan.faultSeconds * 1_000) / plan.duplicateKeys,
    );
    const progress = setInterval(() => onStep(describe(counts)), PROGRESS_EVERY_MS);
    try {
      await hurt(operator, lanes, plan, history, onStep);
    } finally {
      clearInterval(progress);
      await crowd.stop();
    }
    onStep('No more faults: clients come back for what they were not told');
    await crowd.comeBack();
    const verdict = await settleAndCheck({
      folder,
      adminUrl: stack.postgres.adminUrl,
      flush: () => Promise.all([history.flush(), receiver.flush()]),
      onStep,
    });
    history.add({ line: 'phase', name: 'settled' });
    await writeFacts(folder, verdict.evidence.facts);
    return verdict;
  } finally {
    operator?.leave();
    await stack.stop();
    await Promise.all([receiver.close(), history.close()]);
  }
}

async function openCustomers(
  plan: ChaosPlan,
  stack: Stack,
  receiver: Receiver,
  history: History,
  gateways: Gateways,
  random: Random,
): Promise<Customer[]> {
  const accounts = await openAccounts(plan.merchants, stack.baseUrl, receiver.port, history);
  const client = new RecordingClient(history, gateways);
  return accounts.flatMap((account, merchant) =>
    // The first of all sends the duplicates.
    Array.from(
      { length: plan.clients + (merchant === 0 ? 1 : 0) },
      (_, index) => new Customer(client, account, random.fork(), `m${merchant}c${index}`),
    ),
  );
}

/** Everything that is done to the stack, in its order. */
async function hurt(
  operator: Operator,
  lanes: readonly FaultLane[],
  plan: ChaosPlan,
  history: History,
  onStep: (step: string) => void,
): Promise<void> {
  history.add({ line: 'phase', name: 'start' });
  await delay(WARM_UP_MS);
  onStep('Killing');
  history.add({ line: 'phase', name: 'faults' });
  await Promise.all(lanes.map((lane) => operator.runLane(lane)));
  history.add({ line: 'phase', name: 'calm' });
  await delay(CALM_MS);
  onStep('Restarting one instance after the other, with one more and one less of each');
  history.add({ line: 'phase', name: 'rolling' });
  for (let round = 0; round < plan.rollings; round += 1) {
    await Promise.all(
      ROLLING_LANES.map(async (services) => {
        for (const service of services) await operator.roll(service);
      }),
    );
  }
  history.add({ line: 'phase', name: 'end' });
}

const describe = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .map(([victim, count]) => `${victim} ${count}`)
    .toSorted()
    .join(', ') || 'no fault yet';
