import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { runs, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import fc from 'fast-check';
import { drawStory, tellStory } from '../fixtures/charge-story.js';
import { capturedChargeMessage } from '../fixtures/charge-messages.js';
import { LedgerFixture } from '../fixtures/ledger.fixture.js';
import { payEarly } from '../fixtures/pay-early.js';
import { settleInstallments } from '../fixtures/settle-installments.js';
import { ledgerService } from '../ledger.service.js';
import type { ChargeMessage } from '../movements/charge-message.js';
import { foldReceivableSums } from './receivable-sums.sql.js';

const ROUNDS = 3;
const AMOUNTS = `sum(count)::bigint AS count, sum(gross_amount)::bigint AS gross, sum(fee_amount)::bigint AS fee,
                 sum(net_amount)::bigint AS net`;
const IS_ANY = 'HAVING sum(count) <> 0 OR sum(gross_amount) <> 0 OR sum(fee_amount) <> 0 OR sum(net_amount) <> 0';

describe('What receivables add up to', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const clock = testClock('2026-11-20T15:00:01.000Z');
    ledger = await LedgerFixture.start(await database.database('ledger'), clock, silentLogger);
  });
  afterAll(async () => {
    await ledger.stop();
    await database.close();
  });

  const fold = () => ledger.database.transaction(foldReceivableSums);

  const byDayFromReceivables = () =>
    ledger.database.query(`
      SELECT owner.id AS owner_id, merchant_id, settlement_date, payment_method, status, ${AMOUNTS}
      FROM (SELECT *, 1 AS count FROM receivables) AS r CROSS JOIN unnest(ARRAY[merchant_id, submerchant_id]) AS owner (id)
      WHERE owner.id IS NOT NULL GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`);
  const byDay = () =>
    ledger.database.query(`
      SELECT owner_id, merchant_id, settlement_date, payment_method, status, ${AMOUNTS}
      FROM published_receivable_day_sums GROUP BY 1, 2, 3, 4, 5 ${IS_ANY} ORDER BY 1, 2, 3, 4, 5`);
  const ofAllTimeFromReceivables = () =>
    ledger.database.query(`
      SELECT owner.id AS owner_id, merchant_id, payment_method, status, ${AMOUNTS}
      FROM (SELECT *, 1 AS count FROM receivables) AS r CROSS JOIN unnest(ARRAY[merchant_id, submerchant_id]) AS owner (id)
      WHERE owner.id IS NOT NULL GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`);
  const ofAllTime = () =>
    ledger.database.query(`
      SELECT owner_id, merchant_id, payment_method, status, ${AMOUNTS}
      FROM published_receivable_sums GROUP BY 1, 2, 3, 4 ${IS_ANY} ORDER BY 1, 2, 3, 4`);

  async function expectTrueSums(): Promise<void> {
    expect(await byDay()).toEqual(await byDayFromReceivables());
    expect(await ofAllTime()).toEqual(await ofAllTimeFromReceivables());
  }

  const take = async (messages: readonly ChargeMessage[]): Promise<void> =>
    expect(await ledger.movements.take(messages)).toEqual(messages.map(() => ({})));

  it('is what a look at every receivable finds, whatever becomes of them, while the changes are folded', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (draw) => {
        const merchants = Array.from({ length: draw(fc.integer, { min: 1, max: 3 }) }, () => {
          const story = drawStory(draw, ROUNDS);
          const interludes = Array.from({ length: ROUNDS }, () => draw(interludeKinds));
          return { story, interludes };
        });
        const histories = merchants.map(async ({ story, interludes }) => {
          const merchantId = await ledger.openMerchant();
          const submerchants = [await ledger.openSubmerchant(merchantId), await ledger.openSubmerchant(merchantId)];
          const [capture, ...rounds] = tellStory(story, merchantId, submerchants);
          await take(capture!);
          for (const [index, round] of rounds.entries()) {
            await interrupt(interludes[index]!, capture![0]!.key, index + 1);
            await take(round);
          }
        });
        await Promise.all([...histories, fold(), fold()]);
        await expectTrueSums();
        await fold();
        await expectTrueSums();
      }),
      runs(25),
    );
  });

  async function interrupt(kind: Interlude, chargeId: string, installment: number): Promise<void> {
    if (kind === 'settle') await settleInstallments(ledger, [chargeId], installment);
    if (kind === 'fold') await fold();
    if (kind !== 'pay early') return;
    const receivables = await ledger.receivablesOf(chargeId);
    await payEarly(
      ledger,
      receivables.slice(-2).map(({ id }) => id),
    );
  }

  it('has no change left to add up once it is folded', async () => {
    await take([capturedChargeMessage({ merchantId: await ledger.openMerchant() })]);
    expect(await fold()).toBeGreaterThan(0);
    expect(await ledger.database.query('SELECT FROM receivable_sum_changes')).toEqual([]);
    expect(await fold()).toBe(0);
    await expectTrueSums();
  });

  it('costs one row for each owner, day, method and status of a batch, and none for what is taken and given back', async () => {
    await fold();
    const merchantId = await ledger.openMerchant();
    await take(Array.from({ length: 20 }, () => capturedChargeMessage({ merchantId })));
    // Three installments of twenty charges.
    expect(await fold()).toBe(3);
    // Due at once: pending and settled within a transaction.
    await take([capturedChargeMessage({ merchantId, paymentMethod: 'pix', installments: 1 })]);
    expect(await fold()).toBe(1);
  });
});

type Interlude = 'settle' | 'pay early' | 'fold';
const interludeKinds = () => fc.constantFrom<Interlude[]>('settle', 'pay early', 'fold');
