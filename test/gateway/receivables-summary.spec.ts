import { addDays, saoPauloDateOf, startOfDaySaoPaulo, type LocalDate } from '@centavo/brazil';
import type { ReceivablesSummary } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { foldReceivableSums } from '../../apps/ledger/src/receivables/receivable-sums.sql.js';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { changeReceivables, makeReceivables } from '../support/receivable-history.js';

describe('GET /v1/receivables/summary', () => {
  let platform: TestPlatform;
  let ledger: Database;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
    ledger = platform.database('ledger');
  });
  afterAll(() => platform.stop());

  const ask = (shop: TestMerchant, query: string) =>
    platform.http.get<ReceivablesSummary>(`/v1/receivables/summary?${query}`, shop.credentials);
  const summary = async (shop: TestMerchant, query = ''): Promise<ReceivablesSummary> =>
    (await ask(shop, query)).body.data;

  it('has every status, also of a merchant without receivables', async () => {
    const nothing = { count: 0, amount: 0 };
    expect(await summary(await platform.http.createMerchant())).toEqual({
      total_gross_amount: 0,
      total_net_amount: 0,
      total_fee_amount: 0,
      by_status: {
        pending: nothing,
        anticipated: nothing,
        settled: nothing,
        suspended: nothing,
        canceled: nothing,
      },
    });
  });

  it("adds up the merchant's and its submerchants', leaves what is canceled out of the totals, and is the same once folded", async () => {
    const shop = await platform.http.createMerchant();
    const merchant_id = shop.merchant.id;
    await makeReceivables(ledger, [{ merchant_id: newId(), gross_amount: 9_999_999n }]);
    const made = await makeReceivables(ledger, [
      { merchant_id, gross_amount: 1_000n, fee_amount: 30n },
      { merchant_id, gross_amount: 500n, fee_amount: 20n, submerchant_id: newId() },
      { merchant_id, gross_amount: 70n, fee_amount: 7n, status: 'canceled' },
      { merchant_id, gross_amount: 2_000n, fee_amount: 60n },
    ]);
    await changeReceivables(ledger, made.slice(-1), { status: 'settled' });
    const expected = {
      total_gross_amount: 3_500,
      total_net_amount: 3_390,
      total_fee_amount: 110,
      by_status: {
        pending: { count: 2, amount: 1_450 },
        anticipated: { count: 0, amount: 0 },
        settled: { count: 1, amount: 1_940 },
        suspended: { count: 0, amount: 0 },
        canceled: { count: 1, amount: 63 },
      },
    };
    expect(await summary(shop)).toEqual(expected);
    await ledger.transaction(foldReceivableSums);
    expect(await summary(shop)).toEqual(expected);
    expect(await summary(shop, 'date_from=2026-03-01&date_to=2026-03-31')).toEqual(expected);
  });

  it.each([
    ['date_from=2026-03-11', 3],
    ['date_to=2026-03-11', 2],
    ['date_from=2026-03-11&date_to=2026-03-11', 1],
    ['date_from=2026-03-10T03:00:00Z&date_to=2026-03-11T02:59:59.999Z', 1],
    ['date_from=2026-03-10T03:00:00.001Z', 3],
    ['date_from=2026-03-12&date_to=2026-03-10', 0],
  ])('takes of those that settle on 10, 11, 12 and 13 March, by ?%s, %i', async (query, count) => {
    const shop = await platform.http.createMerchant();
    const days = ['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-13'];
    await makeReceivables(
      ledger,
      days.map((day) => ({ merchant_id: shop.merchant.id, settlement_date: new Date(`${day}T03:00:00Z`) })),
    );
    expect((await summary(shop, query)).by_status.pending.count).toBe(count);
  });

  it('takes those of a period, by the day that it is', async () => {
    const periods = ['yesterday', 'today', 'last_7_days', 'next_7_days', 'next_30_days'];
    /** Of a merchant with one for yesterday, today, tomorrow and in a week. */
    async function countsOn(today: LocalDate): Promise<number[]> {
      const shop = await platform.http.createMerchant();
      const days = [-1, 0, 1, 7].map((offset) => startOfDaySaoPaulo(addDays(today, offset)));
      await makeReceivables(
        ledger,
        days.map((settlement_date) => ({ merchant_id: shop.merchant.id, settlement_date })),
      );
      const found = await Promise.all(periods.map((period) => summary(shop, `period=${period}`)));
      return found.map(({ by_status }) => by_status.pending.count);
    }
    // Midnight may pass meanwhile, once.
    await eventually(async () => expect(await countsOn(saoPauloDateOf(new Date()))).toEqual([1, 1, 2, 2, 2]));
  });

  it.each(['period=today&date_from=2026-03-10', 'date_to=2026-03-10&period=next_month'])(
    'does not take a period and a date: ?%s',
    async (query) => {
      const { status, body } = await ask(await platform.http.createMerchant(), query);
      expect([status, body.error]).toEqual([422, 'period_conflict']);
    },
  );

  it.each([
    ['period=tomorrow', ['period']],
    ['date_from=yesterday', ['date_from']],
    ['date_to=2026-02-30&period=', ['date_to', 'period']],
  ])('refuses ?%s and names every parameter', async (query, fields) => {
    const { status, body } = await ask(await platform.http.createMerchant(), query);
    expect([status, body.error]).toEqual([400, 'invalid_query_parameter']);
    expect(body.details?.map(({ field }) => field).toSorted()).toEqual(fields);
  });
});
