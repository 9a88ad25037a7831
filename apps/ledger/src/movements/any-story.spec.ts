import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { runs, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import fc from 'fast-check';
import { drawStory, tellStory, type ChargeStory, type Draw } from '../fixtures/charge-story.js';
import { balancesOf, linesOf } from '../fixtures/journal-view.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { payEarly } from '../fixtures/pay-early.js';
import { settleInstallments } from '../fixtures/settle-installments.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { ledgerService } from '../ledger.service.js';
import type { ChargeMessage } from './charge-message.js';

/** What happens between two rounds of the stories, to all their charges. */
interface Interlude {
  readonly kind: 'settle' | 'pay early' | 'nothing';
  readonly installment: number;
}

type Handle = (messages: readonly ChargeMessage[]) => Promise<void>;

describe('whatever charges go through', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let otherInstance: LedgerFixture;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const clock = testClock('2026-11-20T15:00:01.000Z');
    const start = async () => LedgerFixture.start(await database.database('ledger'), clock, silentLogger);
    ledger = await start();
    otherInstance = await start();
  });

  afterAll(async () => {
    await ledger.stop();
    await otherInstance.stop();
    await database.close();
  });

  it('the books add up and are the same, one by one or in any batches with any repetitions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const rounds = draw(fc.integer, { min: 1, max: 4 });
        const stories = Array.from({ length: draw(fc.integer, { min: 1, max: 3 }) }, () => drawStory(draw, rounds));
        const interludes = Array.from({ length: rounds }, () => drawInterlude(draw));

        const oneByOne = await play(stories, interludes, async (messages) => {
          for (const message of messages) await take(ledger, [message]);
        });
        const batched = await play(stories, interludes, inBatches(draw));

        expect(batched).toEqual(oneByOne);
        expect(oneByOne.left).toEqual(stories.map(({ left }) => BigInt(left)));
        expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
      }),
      runs(25),
    );
  });

  /** Lets stories happen to a new merchant, and says how all is in the end, without the ids. */
  async function play(stories: readonly ChargeStory[], interludes: readonly Interlude[], handle: Handle) {
    const merchantId = await ledger.openMerchant();
    const submerchants = [await ledger.openSubmerchant(merchantId), await ledger.openSubmerchant(merchantId)];
    const owners = [merchantId, ...submerchants];
    const told = stories.map((story) => tellStory(story, merchantId, submerchants));
    const chargeIds = told.map(([capture]) => capture![0]!.key);
    for (const [index, interlude] of [NOTHING, ...interludes].entries()) {
      await interrupt(interlude, chargeIds);
      await handle(interleaved(told.map((rounds) => rounds[index]!)));
    }
    return {
      balances: await Promise.all(owners.map((ownerId) => balancesOf(ledger.database, ownerId))),
      receivables: await receivablesOf(chargeIds, owners),
      lines: await Promise.all(
        told.flat(2).map(async ({ id }) => anonymous(await linesOf(ledger.database, id), owners)),
      ),
      left: await Promise.all(chargeIds.map(leftOf)),
    };
  }

  async function interrupt({ kind, installment }: Interlude, chargeIds: readonly string[]): Promise<void> {
    if (kind === 'settle') await settleInstallments(ledger, chargeIds, installment);
    if (kind !== 'pay early') return;
    const receivables = (await Promise.all(chargeIds.map((id) => ledger.receivablesOf(id)))).flat();
    const chosen = receivables.filter((receivable) => receivable.installment === installment);
    await payEarly(
      ledger,
      chosen.map(({ id }) => id),
    );
  }

  /** Batches of any size with repetitions of anything that was told before, some of them at two instances at once. */
  const inBatches = (draw: Draw): Handle => {
    const past: ChargeMessage[] = [];
    return async (messages) => {
      const open = [...messages];
      while (open.length > 0) {
        const batch: ChargeMessage[] = [];
        for (const message of open.splice(0, draw(fc.integer, { min: 1, max: 6 }))) {
          batch.push(message);
          past.push(message);
          if (draw(fc.boolean)) batch.push(past[draw(fc.nat, { max: past.length - 1 })]!);
        }
        const instances = draw(fc.boolean) ? [ledger, otherInstance] : [otherInstance];
        await Promise.all(instances.map((instance) => take(instance, batch)));
      }
    };
  };

  const receivablesOf = async (chargeIds: readonly string[], owners: readonly string[]) =>
    ledger.database.query(
      `SELECT array_position($1::uuid[], charge_id) AS charge, array_position($2::uuid[], recipient_id) AS owner, installment,
              status, gross_amount, fee_amount, net_amount, gross_left, fee_left, held_net, sequence
       FROM receivables WHERE charge_id = ANY ($1::uuid[]) ORDER BY 1, 2, 3`,
      [chargeIds, owners],
    );

  const leftOf = async (chargeId: string): Promise<bigint> => {
    const [sum] = await ledger.database.query<{ gross: bigint }>(
      `SELECT sum(gross_left)::bigint AS gross FROM receivables WHERE charge_id = $1`,
      [chargeId],
    );
    return sum!.gross;
  };
});

const take = async (instance: LedgerFixture, messages: readonly ChargeMessage[]): Promise<void> =>
  expect(await instance.movements.take(messages)).toEqual(messages.map(() => ({})));

const NOTHING: Interlude = { kind: 'nothing', installment: 1 };

const interludeKinds = () => fc.constantFrom<Interlude['kind'][]>('settle', 'pay early', 'nothing');

const drawInterlude = (draw: Draw): Interlude => ({
  kind: draw(interludeKinds),
  installment: draw(fc.integer, { min: 1, max: 4 }),
});

/** The charges' events in turn, each charge's in their order. */
function interleaved(queues: readonly (readonly ChargeMessage[])[]): ChargeMessage[] {
  const longest = Math.max(...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => queues.flatMap((queue) => queue.slice(index, index + 1))).flat();
}

const anonymous = (lines: Awaited<ReturnType<typeof linesOf>>, owners: readonly string[]) =>
  lines.map(([account, ownerId, ...rest]) => [account, ownerId && owners.indexOf(ownerId), ...rest]);
