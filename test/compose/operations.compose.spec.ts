import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from '@centavo/testing';
import { inRoot } from '../../scripts/lib/paths.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';
import { Books } from '../support/books.js';
import { expectNothingLostOrDoubled } from '../support/nothing-lost.js';
import { openShop } from '../support/open-shop.js';
import type { PostbackLog } from '../support/postback-log.js';
import { unacknowledged, type Order, type Sale, type Shop } from '../support/shop.js';
import { ComposeProject, SCALED_SERVICES } from './compose-project.js';

const ORDERS_PER_SECOND = 10;
/** For a machine that is busy with other things: a step takes half a minute on one that is not. */
const STEP_TIMEOUT_MS = 900_000;
const ROLL = inRoot('deploy/roll.sh');
const FIRST = 'centavo-test:one';
const BROKEN = 'centavo-test:broken';
const SECOND = 'centavo-test:two';

const MERCHANT = {
  name: 'Loja Exemplo',
  'legal-name': 'Loja Exemplo Ltda',
  'tax-id': '11222333000181',
  email: 'financeiro@loja.example',
};

/** What an operator does with `docker compose`, in order: each step goes on where the one before has ended. */
describe('The platform as containers', () => {
  let project: ComposeProject;
  let baseUrl: string;
  let shop: Shop;
  let postbacks: PostbackLog;
  let isBroken = false;

  beforeAll(async () => {
    const [port] = await freePorts(1);
    baseUrl = `http://127.0.0.1:${port}`;
    project = new ComposeProject(`centavo-test-${process.pid}`, {
      PORT: String(port),
      CENTAVO_IMAGE: FIRST,
      PROXY_IMAGE: 'centavo-test-proxy',
      // The receiver is on this machine, which containers see at a private address.
      POSTBACK_ALLOWED_NETWORKS: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16',
    });
  });
  afterAll(async () => {
    await postbacks?.close();
    await project.remove();
  }, STEP_TIMEOUT_MS);

  it(
    'is built, small enough, and comes up from nothing',
    inTurn(async () => {
      const build = await timed(() => project.compose('build'));
      const bytes = await project.docker('image', 'inspect', '--format', '{{.Size}}', FIRST);
      expect(Number(bytes)).toBeLessThan(250_000_000);
      const up = await timed(() => project.compose('up', '--detach', '--wait'));
      saw(`built in ${build}, ${Math.round(Number(bytes) / 1e6)} MB; up in ${up}`);
    }),
    STEP_TIMEOUT_MS,
  );

  it(
    'lets nobody in a container be root, or get what is not theirs',
    inTurn(async () => {
      for (const service of [...SCALED_SERVICES, 'proxy', 'postgres', 'kafka']) {
        expect(await project.compose('exec', '-T', service, 'id', '-u')).not.toBe('0');
      }
      const secretsIn = (service: string) => project.compose('exec', '-T', service, 'sh', '-c', 'ls /run/centavo/*/*');
      expect(await secretsIn('webhooks')).toBe(
        '/run/centavo/platform/database_password\n/run/centavo/platform/secrets_key',
      );
      expect(await secretsIn('postgres')).toBe('/run/centavo/owner/database_admin_password');
      const inspected = await project.inspect('payments', '{{json .Config.Env}}');
      expect(inspected.join()).not.toMatch(/(PASSWORD|TOKEN|SECRETS_KEY|VAULT_KEYS)=/);
      saw('no user 0; webhooks sees 2 of the secrets, PostgreSQL 1; none is in a variable');
    }),
    STEP_TIMEOUT_MS,
  );

  it(
    'takes a first payment through the published port and tells of it',
    inTurn(async () => {
      const options = Object.entries(MERCHANT).flatMap(([name, value]) => [`--${name}`, value]);
      const answer = await project.compose('run', '--rm', '-T', 'cli', 'merchants', 'create', ...options, '--json');
      const merchant = JSON.parse(answer).data.api_key;
      ({ shop, postbacks } = await openShop({ baseUrl, merchant }, await project.hostAddress()));
      const { chargeId, tries } = await shop.buy('first');
      await eventually(() => postbacks.kindsOf(chargeId!).includes('charge.captured'));
      const kinds = postbacks.kindsOf(chargeId!).join(', ');
      saw(`answered in ${Math.round(tries[0]!.durationMs)} ms; heard ${kinds}`);
    }),
    STEP_TIMEOUT_MS,
  );

  it(
    'is scaled from 1 to 3 and back, service by service, amid payments',
    inTurn(async () => {
      const orders = await amidPayments('scaled', async (sale) => {
        // One service after the other: more than two starts at once would be too much for a small machine.
        for (const service of SCALED_SERVICES) {
          for (const count of [3, 1]) {
            await project.scale(service, count);
            expect(await project.containers(service)).toHaveLength(count);
          }
        }
        await sale.acknowledges(sale.orders.length + ORDERS_PER_SECOND);
      });
      expectOneRetryAtMost(orders);
    }),
    STEP_TIMEOUT_MS,
  );

  it(
    'keeps what runs when it is rolled to an image that is never healthy',
    inTurn(async () => {
      await buildBroken(project);
      const before = await project.containers('payments');
      const broken = project.with({ CENTAVO_IMAGE: BROKEN, HEALTHY_WITHIN_S: '10' });
      const orders = await amidPayments('kept', async () => {
        await expect(broken.run(ROLL, ['payments'])).rejects.toThrow('was not healthy within 10 s');
      });
      expect(await project.containers('payments')).toEqual(before);
      expectOneRetryAtMost(orders);
    }),
    STEP_TIMEOUT_MS,
  );

  it(
    'is upgraded amid payments, although the first attempt dies midway',
    inTurn(async () => {
      await project.docker('build', '--quiet', '--build-arg', 'REVISION=two', '--tag', SECOND, '.');
      const second = project.with({ CENTAVO_IMAGE: SECOND });
      let took = '';
      const orders = await amidPayments('upgraded', async () => {
        await startRollAndKillIt(second, 'ledger: starting');
        took = await timed(() => second.run(ROLL));
      });
      const images = await Promise.all(SCALED_SERVICES.map((service) => second.inspect(service, '{{.Config.Image}}')));
      expect(images).toEqual(SCALED_SERVICES.map(() => [SECOND]));
      project = second;
      expectOneRetryAtMost(orders, `rolled in ${took}; `);
    }),
    STEP_TIMEOUT_MS,
  );

  for (const service of ['kafka', 'postgres']) {
    it(
      `loses no payment when the container of ${service} is killed and started again`,
      inTurn(async () => {
        const orders = await amidPayments(`without ${service}`, async (sale) => {
          await sale.acknowledges(ORDERS_PER_SECOND);
          await project.docker('kill', ...(await project.containers(service)));
          await project.compose('start', service);
          await sale.acknowledges(sale.orders.length + ORDERS_PER_SECOND);
        });
        expect(unacknowledged(orders)).toEqual([]);
        saw(
          `${orders.length} orders, all acknowledged; ${again(orders).length} needed to be asked for again${reasons(orders)}`,
        );
      }),
      STEP_TIMEOUT_MS,
    );
  }

  it(
    'has every charge exactly once in the end, told of every event, and keeps true books',
    inTurn(async () => {
      const password = await project.compose('exec', '-T', 'postgres', 'sh', '-c', 'cat /run/centavo/owner/*');
      const address = await project.addressOf('postgres');
      const books = await Books.open(`postgresql://postgres:${password}@${address}:5432/centavo`);
      try {
        await expectNothingLostOrDoubled({ shop, books, postbacks });
      } finally {
        await books.close();
      }
      const verdict = await project.compose('run', '--rm', '-T', 'cli', 'ledger', 'verify', '--json');
      const { ok, transactions } = JSON.parse(verdict).data;
      expect(ok).toBe(true);
      saw(`${shop.orders.length} orders, each with one charge; ledger verify: ok, ${transactions} transactions`);
    }),
    STEP_TIMEOUT_MS,
  );

  /** What comes after a step that failed, or still goes on, would prove nothing. */
  function inTurn(work: () => Promise<void>): () => Promise<void> {
    return async () => {
      if (isBroken) throw new Error('An earlier step has failed.');
      isBroken = true;
      await work();
      isBroken = false;
    };
  }

  /** Orders come in at a steady rate, whatever becomes of them, for as long as the work takes. */
  async function amidPayments(label: string, work: (sale: Sale) => Promise<void>): Promise<readonly Order[]> {
    const sale = shop.sell(label, ORDERS_PER_SECOND);
    try {
      await work(sale);
    } finally {
      await sale.stop();
    }
    return sale.orders;
  }
});

/** As much as a client may be asked for: one more request with the same key. */
function expectOneRetryAtMost(orders: readonly Order[], prefix = ''): void {
  saw(`${prefix}${orders.length} orders, ${again(orders).length} needed their one retry${reasons(orders)}`);
  expect(orders.filter(({ tries }) => tries.length > 2)).toEqual([]);
  expect(unacknowledged(orders)).toEqual([]);
}

const again = (orders: readonly Order[]): Order[] => orders.filter(({ tries }) => tries.length > 1);

/** What they were told at first, by status; 0 when the connection broke. */
function reasons(orders: readonly Order[]): string {
  const statuses = again(orders).map(({ tries }) => tries[0]!.status ?? 0);
  const counts = [...new Set(statuses)].map((status) => `${status}: ${statuses.filter((it) => it === status).length}`);
  return counts.length > 0 ? ` (${counts.join(', ')})` : '';
}

/** The image of now, but for its health check, which always fails. */
async function buildBroken(project: ComposeProject): Promise<void> {
  const name = `${project.name}-broken`;
  const spoil = 'printf "#!/bin/sh\nexit 1\n" > /usr/local/bin/healthy';
  await project.docker('run', '--name', name, '--user', 'root', '--entrypoint', 'sh', FIRST, '-c', spoil);
  try {
    await project.docker('commit', '--change', 'USER centavo', '--change', 'ENTRYPOINT ["tini", "--"]', name, BROKEN);
  } finally {
    await project.docker('rm', name);
  }
}

async function startRollAndKillIt(project: ComposeProject, line: string): Promise<void> {
  const roll = spawn(ROLL, { cwd: inRoot(), env: project.environment, detached: true });
  const exit = once(roll, 'exit');
  const said: string[] = [];
  for await (const text of createInterface(roll.stdout)) {
    said.push(text);
    if (text.includes(line)) process.kill(-roll.pid!, 'SIGKILL');
  }
  const [, signal] = (await exit) as [number | null, string | null];
  expect({ signal, last: said.at(-1) }).toEqual({ signal: 'SIGKILL', last: expect.stringContaining(line) });
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return `${((performance.now() - startedAt) / 1_000).toFixed(0)} s`;
}

/** One line per step, for who reads along. */
function saw(what: string): void {
  process.stdout.write(
    `compose  ${expect.getState().currentTestName?.replace('The platform as containers ', '')}: ${what}\n`,
  );
}
