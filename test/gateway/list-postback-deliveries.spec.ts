import { POSTBACK_DELIVERY_STATUSES, type PostbackDelivery } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { foldDeliveryCounts } from '../../apps/webhooks/src/log/delivery-counts.sql.js';
import { ensurePartitions } from '../../apps/webhooks/src/retention/retention.sql.js';
import {
  putInStatus,
  storeDeliveries,
  type StoredDelivery,
} from '../../apps/webhooks/src/testing/stored-deliveries.js';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { noteStatements, rowsLookedAt, type Statement } from '../support/explain.js';

const DAY_MS = 86_400_000;
/** Midnight in São Paulo, on a Sunday: here a week of the tables ends and a day goes on. */
const FIRST_DAY_MS = Date.parse('2026-09-06T03:00:00Z');
const DAYS = 5;
const KINDS = ['charge.pending', 'charge.captured', 'receivable.settled'] as const;

type Query = Readonly<Record<string, string>>;

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const dayMs = (day: number): number => FIRST_DAY_MS + day * DAY_MS;
const days = (first: number, last: number) => ({ date_from: isoDate(dayMs(first)), date_to: isoDate(dayMs(last)) });

const aDay = fc.nat(DAYS).map(dayMs);
const aKind = fc.constantFrom(...KINDS);
const aStatus = fc.constantFrom(...POSTBACK_DELIVERY_STATUSES);
/** Which of two; a property's run makes them. */
const anEndpoint = fc.constantFrom(0, 1);
/** Often right at the change of a day or a week. */
const aMoment = fc.tuple(aDay, fc.oneof(fc.constantFrom(-1, 0, 1), fc.nat(DAY_MS))).map(([ms, more]) => ms + more);
const aDraft = fc.record({ event: aKind, status: aStatus, endpoint: anEndpoint, occurredAtMs: aMoment });
const aBound = fc.oneof(
  aDay.map(isoDate),
  aMoment.map((ms) => new Date(ms).toISOString()),
);
/** Most queries have few filters: those with many find nothing. */
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const aQuery = fc.record({
  status: sometimes(aStatus),
  event: sometimes(aKind),
  endpoint: sometimes(anEndpoint),
  date_from: sometimes(aBound),
  date_to: sometimes(aBound),
  page: sometimes(fc.constantFrom('1', '2', '3', '999')),
  perPage: sometimes(fc.constantFrom('1', '3', '100')),
});
type Drawn = Partial<typeof aQuery extends fc.Arbitrary<infer Value> ? Value : never>;
/** Every so-manieth comes to a status; then the counts are folded, or not yet. */
const aRound = fc.record({ every: fc.integer({ min: 1, max: 4 }), status: aStatus, isFolded: fc.boolean() });

function queryOf({ endpoint, ...filters }: Drawn, endpoints: readonly string[]): Query {
  const query = { ...filters, endpoint_id: endpoint === undefined ? undefined : endpoints[endpoint] };
  return JSON.parse(JSON.stringify(query)) as Query;
}

const spanOf = (text: string): readonly [number, number] => {
  const ms = text.length === 10 ? Date.parse(`${text}T03:00:00Z`) : Date.parse(text);
  return [ms, ms + (text.length === 10 ? DAY_MS : 1)];
};
const occurredAt = ({ id }: StoredDelivery): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16);

/** What the list is to show, found the slow way. */
function expectedPage(deliveries: readonly StoredDelivery[], query: Query) {
  const found = deliveries
    .filter(({ status }) => !query.status || status === query.status)
    .filter(({ event }) => !query.event || event === query.event)
    .filter(({ endpointId }) => !query.endpoint_id || endpointId === query.endpoint_id)
    .filter((delivery) => !query.date_from || occurredAt(delivery) >= spanOf(query.date_from)[0])
    .filter((delivery) => !query.date_to || occurredAt(delivery) < spanOf(query.date_to)[1])
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
  const [page, perPage] = [Number(query.page ?? 1), Number(query.perPage ?? 20)];
  return { ids: found.slice((page - 1) * perPage, page * perPage), total: found.length };
}

describe('GET /v1/postbacks/deliveries', () => {
  let platform: TestPlatform;
  let webhooks: Database;
  let gateway: Database;
  let statements: Statement[];
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' }, async (testDatabase) => {
      gateway = await testDatabase.database('gateway');
      statements = noteStatements(gateway);
      return gateway;
    });
    // What waits here has no endpoint: it would be canceled.
    await platform.stopService('webhooks');
    webhooks = await platform.testDatabase.database('webhooks');
    await ensurePartitions(webhooks, new Date(FIRST_DAY_MS), new Date());
  });
  afterAll(() => platform.stop());

  const page = async (shop: TestMerchant, query: Query) => {
    const search = new URLSearchParams(query).toString();
    const { body } = await platform.http.get<PostbackDelivery[]>(
      `/v1/postbacks/deliveries?${search}`,
      shop.credentials,
    );
    return { ids: body.data.map(({ id }) => id), total: body.pagination!.total };
  };

  it('shows under every combination of filters what a look at every delivery finds, whatever became of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aDraft, { maxLength: 40, size: 'max' }),
        aRound,
        fc.array(aQuery, { minLength: 20, maxLength: 20 }),
        async (drafts, { every, status, isFolded }, queries) => {
          const shop = await platform.http.createMerchant();
          const endpoints = [newId(), newId()];
          const made = await storeDeliveries(
            webhooks,
            drafts.map(({ endpoint, occurredAtMs, ...draft }) => ({
              ...draft,
              merchantId: shop.merchant.id,
              endpointId: endpoints[endpoint]!,
              occurredAt: new Date(occurredAtMs),
            })),
          );
          const isMoving = (_: unknown, index: number) => index % every === 0;
          await putInStatus(webhooks, made.filter(isMoving), status);
          if (isFolded) await webhooks.transaction(foldDeliveryCounts);
          const deliveries = made.map((delivery, index) =>
            isMoving(delivery, index) ? { ...delivery, status } : delivery,
          );
          for (const drawn of [{}, ...queries]) {
            const query = queryOf(drawn, endpoints);
            expect([query, await page(shop, query)]).toEqual([query, expectedPage(deliveries, query)]);
          }
        },
      ),
      runs(15),
    );
  });

  it("shows and counts nothing of another merchant's", async () => {
    const [shop, stranger] = [await platform.http.createMerchant(), await platform.http.createMerchant()];
    const [theirs] = await storeDeliveries(webhooks, [{ merchantId: shop.merchant.id, endpointId: newId() }]);
    const queries: Query[] = [{}, { endpoint_id: theirs!.endpointId.toUpperCase() }, { status: 'pending' }];
    for (const query of [...queries, { date_from: '2020-01-01' }]) {
      expect(await page(shop, query)).toEqual({ ids: [theirs!.id], total: 1 });
      expect(await page(stranger, query)).toEqual({ ids: [], total: 0 });
    }
  });

  it.each([
    'status=lost',
    'event=charge.*',
    'event=charge',
    'endpoint_id=7',
    'date_from=soon',
    'page=0',
    'perPage=101',
  ])('refuses ?%s and names the parameter', async (query) => {
    const { credentials } = await platform.http.createMerchant();
    const { status, body } = await platform.http.get(`/v1/postbacks/deliveries?${query}`, credentials);
    expect([status, body.error]).toEqual([400, 'invalid_query_parameter']);
    expect(body.details?.map(({ field }) => field)).toEqual([query.split('=', 1)[0]]);
  });

  describe('of a merchant with many', () => {
    const HISTORY_DAYS = 60;
    const PER_DAY = 400;
    const STEP = 4_000;
    const total = HISTORY_DAYS * PER_DAY;
    const endpoints = [newId(), newId()];
    let shop: TestMerchant;
    beforeAll(async () => {
      shop = await platform.http.createMerchant();
      const drafts = Array.from({ length: total }, (_, index) => ({
        merchantId: shop.merchant.id,
        endpointId: endpoints[index % 2]!,
        event: KINDS[index % 3]!,
        // Far from where the newest are, which is where a look at each would begin.
        status: index === 2_000 ? ('exhausted' as const) : ('delivered' as const),
        occurredAt: new Date(FIRST_DAY_MS + index * (DAY_MS / PER_DAY)),
      }));
      for (let from = 0; from < total; from += STEP) await storeDeliveries(webhooks, drafts.slice(from, from + STEP));
      await webhooks.transaction(foldDeliveryCounts);
      const admin = await platform.testDatabase.adminDatabase('webhooks');
      await admin.query('VACUUM (ANALYZE) deliveries, delivery_listings, delivery_counts, delivery_count_changes');
    });

    it.each<[string, Query, number, number?]>([
      ['all', {}, total],
      ['all, deep in the history', { page: '600' }, total],
      ['what is frequent', { status: 'delivered' }, total - 1],
      ['what is rare', { status: 'exhausted' }, 1, 1],
      ['what there is none of', { status: 'canceled' }, 0, 0],
      ['an endpoint', { endpoint_id: endpoints[0]! }, total / 2],
      ['an event', { event: KINDS[0] }, total / 3],
      ['an event of an endpoint', { endpoint_id: endpoints[1]!, event: KINDS[2] }, total / 6],
      ['a day', days(10, 10), PER_DAY],
      ['days', days(10, 49), 40 * PER_DAY],
      ['an endpoint’s days', { ...days(10, 49), endpoint_id: endpoints[0]! }, 20 * PER_DAY],
      ['what is rare on some days', { ...days(2, 30), status: 'exhausted' }, 1, 1],
      ['past the end', { page: '999999' }, total, 0],
    ])('finds a page of %s without a look at the rest', async (_, query, expectedTotal, expectedLength = 20) => {
      const found = await page(shop, query);
      expect([found.total, found.ids.length]).toEqual([expectedTotal, expectedLength]);
      const statement = statements.findLast(({ text }) => text.includes('published_postback_delivery_listings'))!;
      const looked = [...(await rowsLookedAt(gateway, statement))];
      const rowsOf = (table: string) =>
        looked.reduce((sum, [name, rows]) => sum + (name.startsWith(table) ? rows : 0), 0);
      expect(rowsOf('deliveries')).toBe(expectedLength);
      // What lies in the page's one or two days, at the most.
      expect(rowsOf('delivery_listings')).toBeLessThanOrEqual(2 * PER_DAY);
      // As many as there are days, endpoints, events and statuses.
      expect(rowsOf('delivery_count')).toBeLessThan(HISTORY_DAYS * 30);
    });
  });
});
