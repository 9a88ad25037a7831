import { CHARGE_STATUSES, PAYMENT_METHODS, type Charge, type ChargeStatus } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, eventually, runs } from '@centavo/testing';
import fc from 'fast-check';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { idAt, makePastCharges, putInStatus, type PastCharge } from '../support/charge-history.js';

const HOUR_MS = 3_600_000;
const NOON_MS = Date.parse('2026-03-10T12:00:00Z');

/** A charge as the filters see it. */
interface Filtered extends PastCharge {
  readonly payment_method: Charge['payment_method'];
  readonly submerchant_id: string | null;
  readonly status: ChargeStatus;
}

const someHour = fc.integer({ min: 0, max: 30 });
/** Which of two; a property's run makes them. */
const aSubmerchant = fc.constantFrom(0, 1);
const aDraft = fc.record({
  askedMs: someHour.map((hours) => NOON_MS + hours * HOUR_MS),
  /** How long payments took to get to it. */
  waitedMs: fc.integer({ min: 0, max: 20_000 }),
  payment_method: fc.constantFrom(...PAYMENT_METHODS),
  submerchant: fc.option(aSubmerchant),
  status: fc.constantFrom(...CHARGE_STATUSES),
});
const anInstant = fc.tuple(someHour, fc.integer({ min: 0, max: 20_000 }));
const aQuery = fc.record(
  {
    status: fc.constantFrom(...CHARGE_STATUSES),
    payment_method: fc.constantFrom(...PAYMENT_METHODS),
    submerchant: aSubmerchant,
    created_from: anInstant.map(([hours, ms]) => new Date(NOON_MS + hours * HOUR_MS + ms).toISOString()),
    created_to: anInstant.map(([hours, ms]) => new Date(NOON_MS + hours * HOUR_MS + ms).toISOString()),
    page: fc.constantFrom('1', '2', '3'),
    perPage: fc.constantFrom('1', '3', '100'),
  },
  { requiredKeys: [] },
);
type Query = Readonly<Record<string, string>>;

/** What the list is to show, found the slow way. */
function expectedPage(charges: readonly Filtered[], query: Query) {
  const found = charges
    .filter(({ status }) => !query.status || status === query.status)
    .filter(({ payment_method: method }) => !query.payment_method || method === query.payment_method)
    .filter(({ submerchant_id: id }) => !query.submerchant_id || id === query.submerchant_id)
    .filter(({ created_at: at }) => !query.created_from || at >= new Date(query.created_from))
    .filter(({ created_at: at }) => !query.created_to || at <= new Date(query.created_to))
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
  const [page, perPage] = [Number(query.page ?? 1), Number(query.perPage ?? 20)];
  return { ids: found.slice((page - 1) * perPage, page * perPage), total: found.length };
}

describe('GET /v1/charges', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' });
  });
  afterAll(() => platform.stop());

  const page = async (shop: TestMerchant, query: Query) => {
    const search = new URLSearchParams(query).toString();
    const { body } = await platform.http.get<Charge[]>(`/v1/charges?${search}`, shop.credentials);
    return { ids: body.data.map(({ id }) => id), total: body.pagination!.total };
  };

  /** A merchant's charge of today, to copy. */
  async function makeCharge(shop: TestMerchant): Promise<Filtered> {
    const { body } = await platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBody(), {
      Prefer: 'wait=10',
    });
    const { id, created_at, payment_method, submerchant_id, status } = body.data;
    return { id, created_at: new Date(created_at), payment_method, submerchant_id, status };
  }

  async function makeHistory(shop: TestMerchant, charges: readonly Filtered[]): Promise<Filtered[]> {
    const today = await makeCharge(shop);
    const payments = platform.database('payments');
    await makePastCharges(payments, today.id, charges);
    for (const status of CHARGE_STATUSES)
      await putInStatus(
        payments,
        charges.filter((charge) => charge.status === status).map(({ id }) => id),
        status,
      );
    return [today, ...charges];
  }

  it('shows under every combination of filters what a look at every charge finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aDraft, { maxLength: 40 }),
        fc.array(aQuery, { minLength: 12, maxLength: 12 }),
        async (drafts, queries) => {
          const submerchants = [newId(), newId()];
          const shop = await platform.http.createMerchant();
          const charges = await makeHistory(
            shop,
            drafts.map(({ askedMs, waitedMs, submerchant, ...draft }) => ({
              ...draft,
              id: idAt(askedMs),
              created_at: new Date(askedMs + waitedMs),
              submerchant_id: submerchant === null ? null : submerchants[submerchant]!,
            })),
          );
          for (const { submerchant, ...filters } of [{ submerchant: undefined }, ...queries]) {
            const query = {
              ...filters,
              ...(submerchant !== undefined && { submerchant_id: submerchants[submerchant]! }),
            };
            expect(await page(shop, query)).toEqual(expectedPage(charges, query));
          }
        },
      ),
      runs(12),
    );
  });

  it("shows nothing of another merchant's submerchant, and counts nothing", async () => {
    const [owner, stranger] = [await platform.http.createMerchant(), await platform.http.createMerchant()];
    const submerchantId = newId();
    const today = await makeCharge(owner);
    const theirs = { id: newId(), submerchant_id: submerchantId, created_at: new Date() };
    await makePastCharges(platform.database('payments'), today.id, [theirs]);
    expect(await page(owner, { submerchant_id: submerchantId })).toEqual({ ids: [theirs.id], total: 1 });
    const filter = { submerchant_id: submerchantId };
    for (const query of [filter, { ...filter, created_from: '2020-01-01' }])
      expect(await page(stranger, query)).toEqual({ ids: [], total: 0 });
  });

  it("takes the merchant's own id for no submerchant", async () => {
    const shop = await platform.http.createMerchant();
    await makeCharge(shop);
    expect(await page(shop, { submerchant_id: shop.merchant.id })).toEqual({ ids: [], total: 0 });
  });

  it('counts the same before and after its counts are folded', async () => {
    const shop = await platform.http.createMerchant();
    await makeCharge(shop);
    const unfolded = () => platform.database('payments').query('SELECT FROM charge_count_changes');
    expect(await page(shop, { status: 'captured' })).toMatchObject({ total: 1 });
    await eventually(async () => (await unfolded()).length === 0);
    expect(await page(shop, { status: 'captured' })).toMatchObject({ total: 1 });
    expect(await page(shop, { status: 'pending' })).toMatchObject({ total: 0 });
  });
});
