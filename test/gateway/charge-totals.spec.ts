import { CHARGE_STATUSES, PAYMENT_METHODS, type Charge } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { aChargeBody, runs } from '@centavo/testing';
import fc from 'fast-check';
import { foldChargeCounts } from '../../apps/payments/src/charges/charge-counts.sql.js';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { idAt, makePastCharges, putInStatus, type PastCharge } from '../support/charge-history.js';
import { noteStatements, rowsLookedAt, type Statement } from '../support/explain.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Midnight in São Paulo. */
const FIRST_DAY_MS = Date.parse('2026-03-10T03:00:00Z');
const DAYS = 5;
/** No charge is authorized twice. */
const STATUSES = CHARGE_STATUSES.filter((status) => status !== 'authorized');

/** A parameter of the query, and the time it stands for. */
interface Bound {
  readonly text: string;
  readonly from: Date;
  readonly until: Date;
}

const aDay = fc.integer({ min: 0, max: DAYS }).map((day) => FIRST_DAY_MS + day * DAY_MS);
/** Often right at the change of a day. */
const aMoment = fc
  .tuple(aDay, fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: DAY_MS })))
  .map(([dayMs, ms]) => new Date(dayMs + ms));
const aBound: fc.Arbitrary<Bound> = fc.oneof(
  aMoment.map((from) => ({ text: from.toISOString(), from, until: new Date(from.getTime() + 1) })),
  aDay.map((ms) => ({ text: isoDate(ms), from: new Date(ms), until: new Date(ms + DAY_MS) })),
);
/** Which of two; a property's run makes them. */
const aSubmerchant = fc.constantFrom(0, 1);
const aDraft = fc.record({
  created_at: aMoment,
  payment_method: fc.constantFrom(...PAYMENT_METHODS),
  submerchant: fc.option(aSubmerchant),
});
const someFilters = fc.record(
  {
    status: fc.constantFrom(...STATUSES),
    payment_method: fc.constantFrom(...PAYMENT_METHODS),
    submerchant: aSubmerchant,
    from: aBound,
    to: aBound,
  },
  { requiredKeys: [] },
);
type Filters = typeof someFilters extends fc.Arbitrary<infer Value> ? Value : never;
/** Every so-manieth charge goes to a status; then the counts are folded, or not yet, and looked at. */
const aRound = fc.record({
  every: fc.integer({ min: 1, max: 4 }),
  status: fc.constantFrom(...STATUSES),
  isFolded: fc.boolean(),
  filters: fc.array(someFilters, { minLength: 4, maxLength: 4 }),
});

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

describe('The total of a list of charges', () => {
  let platform: TestPlatform;
  let payments: Database;
  let statements: Statement[];
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' }, async (testDatabase) => {
      const database = await testDatabase.database('gateway');
      statements = noteStatements(database);
      return database;
    });
    payments = platform.database('payments');
  });
  afterAll(() => platform.stop());

  const total = async (shop: TestMerchant, query: Readonly<Record<string, string>>): Promise<number> => {
    const search = new URLSearchParams({ ...query, perPage: '1' }).toString();
    const { body } = await platform.http.get<Charge[]>(`/v1/charges?${search}`, shop.credentials);
    return body.pagination!.total;
  };

  /** A merchant with a charge of today, and copies of it in the past. */
  async function aShopWith(past: readonly PastCharge[]): Promise<TestMerchant> {
    const shop = await platform.http.createMerchant();
    const { body } = await platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBody(), {
      Prefer: 'wait=10',
    });
    await makePastCharges(payments, body.data.id, past);
    return shop;
  }

  /** What the total is to be, counted charge by charge. */
  async function counted(
    shop: TestMerchant,
    { status, payment_method: method, from, to }: Filters,
    submerchantId?: string,
  ) {
    const [row] = await payments.query<{ count: bigint }>(
      `SELECT count(*) FROM charges
       WHERE merchant_id = $1 AND status = coalesce($2, status) AND payment_method = coalesce($3, payment_method)
         AND ($4::uuid IS NULL OR submerchant_id = $4)
         AND created_at >= coalesce($5::timestamptz, created_at) AND created_at < coalesce($6::timestamptz, 'infinity')`,
      [shop.merchant.id, status ?? null, method ?? null, submerchantId ?? null, from?.from ?? null, to?.until ?? null],
    );
    return Number(row!.count);
  }

  it('is what a count of every charge finds, under any filters, whatever became of them and however far the counts are folded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aDraft, { maxLength: 60 }),
        fc.array(aRound, { minLength: 1, maxLength: 4 }),
        async (drafts, rounds) => {
          const submerchants = [newId(), newId()];
          const charges = drafts.map(({ submerchant, ...draft }) => ({
            ...draft,
            id: idAt(draft.created_at.getTime()),
            submerchant_id: submerchant === null ? null : submerchants[submerchant]!,
          }));
          const shop = await aShopWith(charges);
          for (const { every, status, isFolded, filters } of rounds) {
            const some = charges.filter((_, index) => index % every === 0);
            await putInStatus(
              payments,
              some.map(({ id }) => id),
              status,
            );
            if (isFolded) await payments.transaction(foldChargeCounts);
            for (const { submerchant, from, to, ...rest } of filters) {
              const submerchantId = submerchant === undefined ? undefined : submerchants[submerchant]!;
              const query = {
                ...rest,
                ...(submerchantId && { submerchant_id: submerchantId }),
                ...(from && { created_from: from.text }),
                ...(to && { created_to: to.text }),
              };
              expect([query, await total(shop, query)]).toEqual([
                query,
                await counted(shop, { ...rest, from, to }, submerchantId),
              ]);
            }
          }
        },
      ),
      runs(12),
    );
  });

  describe('of a wide range', () => {
    const HISTORY_DAYS = 100;
    const PER_DAY = 100;
    const [SECOND_DAY, LAST_DAY] = [
      isoDate(FIRST_DAY_MS + DAY_MS),
      isoDate(FIRST_DAY_MS + (HISTORY_DAYS - 1) * DAY_MS),
    ];
    let shop: TestMerchant;
    beforeAll(async () => {
      shop = await aShopWith(
        Array.from({ length: HISTORY_DAYS * PER_DAY }, (_, index) => {
          const ms = FIRST_DAY_MS + index * (DAY_MS / PER_DAY);
          return { id: idAt(ms), created_at: new Date(ms) };
        }),
      );
      await payments.transaction(foldChargeCounts);
      const admin = await platform.testDatabase.adminDatabase('payments');
      await admin.query(
        'VACUUM (ANALYZE) charges, charge_listings, charge_counts, charge_day_counts, charge_count_changes',
      );
    });

    /** @returns the total, and how many rows of charges and of their listing were looked at for it and the page of one */
    async function look(query: Readonly<Record<string, string>>) {
      const found = await total(shop, query);
      const statement = statements.findLast(({ text }) => text.includes('published_charge_day_counts'));
      const rows = await rowsLookedAt(await platform.testDatabase.database('gateway'), statement!);
      return { total: found, rows: rows.get('charges')! + (rows.get('charge_listings') ?? 0) };
    }

    it('is added up from its days, and looks at no charge when they are whole', async () => {
      const seen = await look({ created_from: SECOND_DAY, created_to: LAST_DAY });
      expect(seen.total).toBe((HISTORY_DAYS - 1) * PER_DAY);
      expect(seen.rows).toBeLessThan(PER_DAY / 2);
    });

    it('looks only at the charges of its first and last day when it begins and ends within them', async () => {
      const seen = await look({ created_from: `${SECOND_DAY}T13:00:00Z`, created_to: `${LAST_DAY}T18:59:59Z` });
      const [before, after] = [Math.ceil((10 / 24) * PER_DAY), Math.floor((8 / 24) * PER_DAY)];
      expect(seen.total).toBe((HISTORY_DAYS - 1) * PER_DAY - before - after);
      expect(seen.rows).toBeGreaterThan(2 * PER_DAY - before - after);
      expect(seen.rows).toBeLessThan(2 * PER_DAY);
    });

    it('looks at no more when a status is asked for as well', async () => {
      const seen = await look({ status: 'captured', created_from: SECOND_DAY });
      expect(seen.total).toBe((HISTORY_DAYS - 1) * PER_DAY + 1);
      expect(seen.rows).toBeLessThan(PER_DAY / 2);
    });
  });
});
