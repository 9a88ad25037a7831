import { PAYMENT_METHODS, RECEIVABLE_STATUSES, type Receivable } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import type { ReceivableState } from '../../apps/ledger/src/receivables/receivable.domain.js';
import { foldReceivableSums } from '../../apps/ledger/src/receivables/receivable-sums.sql.js';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { noteStatements, rowsLookedAt, type Statement } from '../support/explain.js';
import { changeReceivables, makeReceivables } from '../support/receivable-history.js';

const DAY_MS = 86_400_000;
/** Midnight in São Paulo. */
const FIRST_DAY_MS = Date.parse('2026-03-10T03:00:00Z');
const DAYS = 5;

type Query = Readonly<Record<string, string>>;

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const dayMs = (day: number): number => FIRST_DAY_MS + day * DAY_MS;

const aDay = fc.nat(DAYS).map(dayMs);
const aStatus = fc.constantFrom(...RECEIVABLE_STATUSES);
const aDraft = fc.record({
  payment_method: fc.constantFrom(...PAYMENT_METHODS),
  status: aStatus,
  settlesAtMs: aDay,
  /** Which of two; a property's run makes them. */
  submerchant: fc.option(fc.constantFrom(0, 1)),
  charge: fc.constantFrom(0, 1, 2),
});
/** A plain date, or a time of a day at which nothing settles. */
const aBound = fc.oneof(
  aDay.map(isoDate),
  fc.tuple(aDay, fc.constantFrom(-1, 0, 1)).map(([ms, more]) => new Date(ms + more).toISOString()),
);
/** Most queries have few filters: those with many find nothing. */
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const aQuery = fc.record({
  status: sometimes(aStatus),
  payment_method: sometimes(fc.constantFrom(...PAYMENT_METHODS)),
  settlement_date_from: sometimes(aBound),
  settlement_date_to: sometimes(aBound),
  submerchant: sometimes(fc.constantFrom(0, 1)),
  charge: sometimes(fc.constantFrom(0, 1, 2)),
  page: sometimes(fc.constantFrom('1', '2', '3')),
  perPage: sometimes(fc.constantFrom('1', '3', '100')),
});
type Drawn = Partial<typeof aQuery extends fc.Arbitrary<infer Value> ? Value : never>;
/** Every so-manieth comes to a status, on a day; then the sums are folded, or not yet. */
const aRound = fc.record({
  every: fc.integer({ min: 1, max: 4 }),
  status: aStatus,
  settlesAtMs: aDay,
  isFolded: fc.boolean(),
});

function queryOf(
  { submerchant, charge, ...filters }: Drawn,
  submerchants: readonly string[],
  charges: readonly string[],
): Query {
  const query = {
    ...filters,
    submerchant_id: submerchant === undefined ? undefined : submerchants[submerchant],
    charge_id: charge === undefined ? undefined : charges[charge],
  };
  return JSON.parse(JSON.stringify(query)) as Query;
}

const spanOf = (text: string): readonly [number, number] => {
  const ms = text.length === 10 ? Date.parse(`${text}T03:00:00Z`) : Date.parse(text);
  return [ms, ms + (text.length === 10 ? DAY_MS : 1)];
};

/** What the list is to show, found the slow way. */
function expectedPage(receivables: readonly ReceivableState[], query: Query) {
  const found = receivables
    .filter(({ status }) => !query.status || status === query.status)
    .filter(({ payment_method: method }) => !query.payment_method || method === query.payment_method)
    .filter(({ submerchant_id: id }) => !query.submerchant_id || id === query.submerchant_id)
    .filter(({ charge_id: id }) => !query.charge_id || id === query.charge_id)
    .filter(
      ({ settlement_date: at }) => !query.settlement_date_from || at.getTime() >= spanOf(query.settlement_date_from)[0],
    )
    .filter(
      ({ settlement_date: at }) => !query.settlement_date_to || at.getTime() < spanOf(query.settlement_date_to)[1],
    )
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
  const [page, perPage] = [Number(query.page ?? 1), Number(query.perPage ?? 20)];
  return { ids: found.slice((page - 1) * perPage, page * perPage), total: found.length };
}

describe('GET /v1/receivables', () => {
  let platform: TestPlatform;
  let ledger: Database;
  let gateway: Database;
  let statements: Statement[];
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' }, async (testDatabase) => {
      gateway = await testDatabase.database('gateway');
      statements = noteStatements(gateway);
      return gateway;
    });
    ledger = platform.database('ledger');
  });
  afterAll(() => platform.stop());

  const page = async (shop: TestMerchant, query: Query) => {
    const search = new URLSearchParams(query).toString();
    const { body } = await platform.http.get<Receivable[]>(`/v1/receivables?${search}`, shop.credentials);
    return { ids: body.data.map(({ id }) => id), total: body.pagination!.total };
  };

  it('shows under every combination of filters what a look at every receivable finds, whatever became of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aDraft, { maxLength: 40, size: 'max' }),
        aRound,
        fc.array(aQuery, { minLength: 20, maxLength: 20 }),
        async (drafts, round, queries) => {
          const [submerchants, charges] = [
            [newId(), newId()],
            [newId(), newId(), newId()],
          ];
          const shop = await platform.http.createMerchant();
          const made = await makeReceivables(
            ledger,
            drafts.map(({ settlesAtMs, submerchant, charge, ...draft }) => ({
              ...draft,
              merchant_id: shop.merchant.id,
              submerchant_id: submerchant === null ? null : submerchants[submerchant]!,
              charge_id: charges[charge]!,
              settlement_date: new Date(settlesAtMs),
            })),
          );
          const { status, settlesAtMs, isFolded } = round;
          const moving = new Set(made.filter((_, index) => index % round.every === 0));
          const moved = await changeReceivables(ledger, [...moving], {
            status,
            settlement_date: new Date(settlesAtMs),
          });
          const receivables = [...made.filter((one) => !moving.has(one)), ...moved];
          if (isFolded) await ledger.transaction(foldReceivableSums);
          for (const drawn of [{}, ...queries]) {
            const query = queryOf(drawn, submerchants, charges);
            expect([query, await page(shop, query)]).toEqual([query, expectedPage(receivables, query)]);
          }
        },
      ),
      runs(15),
    );
  });

  const FILTERS: Query[] = [{}, { settlement_date_from: '2020-01-01' }, { status: 'pending' }];

  it("shows nothing of another merchant's submerchant, and counts nothing", async () => {
    const [shop, stranger] = [await platform.http.createMerchant(), await platform.http.createMerchant()];
    const submerchantId = newId();
    const [theirs] = await makeReceivables(ledger, [{ merchant_id: shop.merchant.id, submerchant_id: submerchantId }]);
    for (const more of [...FILTERS, { charge_id: theirs!.charge_id }]) {
      const query = { submerchant_id: submerchantId.toUpperCase(), ...more };
      expect(await page(shop, query)).toEqual({ ids: [theirs!.id], total: 1 });
      expect(await page(stranger, query)).toEqual({ ids: [], total: 0 });
      expect(await page(stranger, more)).toEqual({ ids: [], total: 0 });
    }
  });

  it("takes the merchant's own id for no submerchant", async () => {
    const shop = await platform.http.createMerchant();
    await makeReceivables(ledger, [{ merchant_id: shop.merchant.id }]);
    for (const more of FILTERS)
      expect(await page(shop, { submerchant_id: shop.merchant.id.toUpperCase(), ...more })).toEqual({
        ids: [],
        total: 0,
      });
  });

  it.each(['status=paid', 'payment_method=cash', 'settlement_date_from=soon', 'charge_id=7', 'submerchant_id=x'])(
    'refuses ?%s and names the parameter',
    async (query) => {
      const { credentials } = await platform.http.createMerchant();
      const { status, body } = await platform.http.get(`/v1/receivables?${query}`, credentials);
      expect([status, body.error]).toEqual([400, 'invalid_query_parameter']);
      expect(body.details?.map(({ field }) => field)).toEqual([query.split('=', 1)[0]]);
    },
  );

  describe('of a merchant with many', () => {
    const PER_DAY = 200;
    const HISTORY_DAYS = 30;
    const submerchantId = newId();
    let shop: TestMerchant;
    beforeAll(async () => {
      shop = await platform.http.createMerchant();
      await makeReceivables(
        ledger,
        Array.from({ length: PER_DAY * HISTORY_DAYS }, (_, index) => ({
          merchant_id: shop.merchant.id,
          submerchant_id: index % 2 ? submerchantId : null,
          payment_method: index % 3 ? ('credit_card' as const) : ('boleto' as const),
          // Far from where the newest are, which is where a look at each would begin.
          status: index === 10 ? ('suspended' as const) : ('settled' as const),
          settlement_date: new Date(dayMs(index % HISTORY_DAYS)),
        })),
      );
      await ledger.transaction(foldReceivableSums);
      const admin = await platform.testDatabase.adminDatabase('ledger');
      await admin.query('VACUUM (ANALYZE) receivables, receivable_sums, receivable_day_sums, receivable_sum_changes');
    });

    const total = PER_DAY * HISTORY_DAYS;
    const oneDay = { settlement_date_from: isoDate(dayMs(10)), settlement_date_to: isoDate(dayMs(10)) };
    const tenDays = { settlement_date_from: isoDate(dayMs(10)), settlement_date_to: isoDate(dayMs(19)) };

    it.each<[string, Query, number]>([
      ['all', {}, total],
      ['what is frequent', { status: 'settled' }, total - 1],
      ['what is rare', { status: 'suspended' }, 1],
      ['what there is none of', { status: 'canceled' }, 0],
      ['a payment method', { payment_method: 'boleto' }, total / 3],
      ['a submerchant', { submerchant_id: submerchantId }, total / 2],
      ['a day', oneDay, PER_DAY],
      ['days', tenDays, PER_DAY * 10],
      ['what is rare on some days', { ...tenDays, status: 'suspended' }, 1],
      ['a submerchant’s days', { ...tenDays, submerchant_id: submerchantId }, PER_DAY * 5],
      ['all days', { settlement_date_from: '2020-01-01' }, total],
    ])('finds the first page of %s without a look at the rest', async (_, query, expected) => {
      const found = await page(shop, query);
      expect([found.total, found.ids.length]).toEqual([expected, Math.min(expected, 20)]);
      const rows = await rowsLookedAt(
        gateway,
        statements.findLast(({ text }) => text.includes('published_receivables'))!,
      );
      // Twenty of each of twenty heaps at most, and what they are put together from.
      expect(rows.get('receivables')!).toBeLessThan(700);
      expect((rows.get('receivable_sums') ?? 0) + (rows.get('receivable_day_sums') ?? 0)).toBeLessThan(150);
    });
  });
});
