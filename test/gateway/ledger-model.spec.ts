import type { LedgerReport, Withdrawal } from '@centavo/contracts';
import { aWithdrawalBody, runs } from '@centavo/testing';
import fc from 'fast-check';
import { OPERATOR, type Reply } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { anticipationCommands } from '../support/ledger-model/anticipation-commands.js';
import { chargeCommands } from '../support/ledger-model/charge-commands.js';
import { expectEverything } from '../support/ledger-model/comparison.js';
import { disputeCommands } from '../support/ledger-model/dispute-commands.js';
import { LedgerModel, type Terms } from '../support/ledger-model/ledger-model.js';
import { ModelShop } from '../support/ledger-model/model-shop.js';
import { moneyCommands } from '../support/ledger-model/money-commands.js';
import { crowd, expectConsistent, type Crowd } from '../support/ledger-model/crowd.js';
import { Payee } from '../support/payee.js';

/** How many operations, by how many clients at once; the full count is 1,000,000 by 64. */
const OPERATIONS = Number(process.env['LEDGER_OPERATIONS'] ?? 800);
const CLIENTS = Number(process.env['LEDGER_CLIENTS'] ?? 8);
/** How many withdraw at once; the full count is 500. */
const RACERS = Number(process.env['RACERS'] ?? 100);
const MAX_PER_STORY = 80;
/** Stories have any length. */
const MEAN_PER_STORY = MAX_PER_STORY / 2;
const STORIES_PER_CLIENT = Math.ceil(OPERATIONS / CLIENTS / MEAN_PER_STORY);
/** Of a crowd's client: then all is at rest, and compared. */
const MAX_PER_STORM = 25;
/** One in so many operations is one of a crowd's. */
const CROWDED = 4;
const PER_CROWD_CLIENT = Math.ceil(OPERATIONS / CROWDED / CLIENTS);
const STORMS = Math.ceil(PER_CROWD_CLIENT / MAX_PER_STORM);
/** On a machine that is slow and busy. */
const TEST_TIMEOUT_MS = 240_000 + OPERATIONS * 600;

const terms: fc.Arbitrary<Terms> = fc.record({
  review: fc.constantFrom('automatic', 'manual'),
  monthlyBps: fc.constantFrom(0, 199, 350, 10_000),
  isSubmerchantApproved: fc.boolean(),
});

const commands = [...chargeCommands, ...disputeCommands, ...anticipationCommands, ...moneyCommands];
const stories = fc.commands([fc.oneof(...commands)], {
  maxCommands: MAX_PER_STORY,
  size: 'max',
});

const parameters = runs(STORIES_PER_CLIENT);
const seed = parameters.seed ?? Date.now();

describe(`The ledger, whatever merchants do (seed ${seed})`, () => {
  let platform: TestPlatform;
  let operations = 0;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  });
  afterAll(() => platform.stop());

  async function expectVerified(): Promise<void> {
    const { body } = await platform.http.post<LedgerReport>('/admin/v1/ledger/verify', OPERATOR, {});
    expect(body.data).toMatchObject({ ok: true, violations: [] });
    expect((await platform.http.get<unknown[]>('/admin/v1/dead-letters', OPERATOR)).body.data).toEqual([]);
  }

  const openShop = (of: Terms) => ModelShop.open(platform, of, () => (operations += 1));

  it(
    'has every centavo where the rules say',
    async () => {
      let hasFailed = false;
      const live = async (client: number): Promise<void> => {
        const property = fc.asyncProperty(terms, stories, async (of, story) => {
          if (hasFailed) return;
          const [model, real] = [new LedgerModel(of), await openShop(of)];
          await fc.asyncModelRun(() => ({ model, real }), story);
          await expectEverything(model, real);
        });
        // What fails waits long for what does not come: only who comes back with the seed has it shrunk.
        const isNew = parameters.seed === undefined;
        // Short stories, with which fast-check would begin, tell nothing.
        const options = { ...parameters, seed: seed + client, unbiased: true, endOnFailure: isNew };
        await fc.assert(property, options);
      };
      const lives = Array.from({ length: CLIENTS }, (_, client) =>
        live(client).catch((error: unknown) => {
          hasFailed = true;
          throw error;
        }),
      );
      const failed = (await Promise.allSettled(lives)).find(({ status }) => status === 'rejected');
      if (failed) throw (failed as PromiseRejectedResult).reason;
      await expectVerified();
      process.stdout.write(`${operations} operations compared with the model\n`);
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'adds up when many clients are at one merchant’s money at once',
    async () => {
      await fc.assert(
        fc.asyncProperty(crowd(CLIENTS, Math.min(PER_CROWD_CLIENT, MAX_PER_STORM)), async (clients: Crowd) => {
          const shop = await openShop({ review: 'automatic', monthlyBps: 199, isSubmerchantApproved: true });
          await clients.storm(shop);
          await expectConsistent(shop);
        }),
        { ...parameters, seed, numRuns: STORMS, endOnFailure: true },
      );
      await expectVerified();
    },
    TEST_TIMEOUT_MS,
  );

  it(
    'pays out what a wallet covers, to exactly so many of those who ask at once',
    async () => {
      const covered = Math.floor(RACERS / 8) + 1;
      const payee = await Payee.open(platform, covered * 10_000 + 9_999);
      const replies: Reply<Withdrawal>[] = await Promise.all(
        Array.from({ length: RACERS }, () => payee.withdraw(aWithdrawalBody(payee.walletId))),
      );
      const outcomes = Map.groupBy(replies, ({ status, body }) => body.error ?? String(status));
      expect(Object.fromEntries([...outcomes].map(([outcome, all]) => [outcome, all.length]))).toEqual({
        201: covered,
        insufficient_balance: RACERS - covered,
      });
      for (const { body } of outcomes.get('201')!) await payee.ends(body.data.id, 'completed');
      expect(await payee.balance()).toBe(9_999);
      await expectVerified();
    },
    TEST_TIMEOUT_MS,
  );
});
