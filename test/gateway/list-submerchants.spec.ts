import { ENTITY_TYPES, SUBMERCHANT_STATUSES, type Submerchant } from '@centavo/contracts';
import type { PostgresDatabase } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { aCnpj, aCpf, runs } from '@centavo/testing';
import fc from 'fast-check';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { noteStatements, rowsLookedAt, type Statement } from '../support/explain.js';
import { makePastSubmerchants, type PastSubmerchant } from '../support/submerchant-history.js';

type Query = Readonly<Record<string, string>>;

const aDraft = fc.record({
  entity_type: fc.constantFrom(...ENTITY_TYPES),
  status: fc.constantFrom(...SUBMERCHANT_STATUSES),
});
const aQuery = fc.record(
  {
    entity_type: fc.constantFrom(...ENTITY_TYPES),
    status: fc.constantFrom(...SUBMERCHANT_STATUSES),
    /** Which of them is asked for by its tax id; a property's run finds it. */
    nth: fc.nat(40),
    page: fc.constantFrom('1', '2', '3'),
    perPage: fc.constantFrom('1', '3', '100'),
  },
  { requiredKeys: [] },
);

const submerchantOf = (draft: Omit<PastSubmerchant, 'id' | 'tax_id'>): PastSubmerchant => ({
  ...draft,
  id: newId(),
  tax_id: draft.entity_type === 'pf' ? aCpf() : aCnpj(),
});

/** What the list is to show, found the slow way. */
function expectedPage(submerchants: readonly PastSubmerchant[], query: Query) {
  const found = submerchants
    .filter(({ status }) => !query.status || status === query.status)
    .filter(({ entity_type: type }) => !query.entity_type || type === query.entity_type)
    .filter(({ tax_id: taxId }) => !query.tax_id || taxId === query.tax_id)
    .map(({ id }) => id)
    .toSorted()
    .toReversed();
  const [page, perPage] = [Number(query.page ?? 1), Number(query.perPage ?? 20)];
  return { ids: found.slice((page - 1) * perPage, page * perPage), total: found.length };
}

describe('GET /v1/submerchants', () => {
  let platform: TestPlatform;
  let gateway: PostgresDatabase;
  let statements: Statement[];
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' }, async (testDatabase) => {
      gateway = await testDatabase.database('gateway');
      statements = noteStatements(gateway);
      return gateway;
    });
  });
  afterAll(() => platform.stop());

  const list = (shop: TestMerchant, query: Query) =>
    platform.http.get<Submerchant[]>(`/v1/submerchants?${new URLSearchParams(query).toString()}`, shop.credentials);
  const page = async (shop: TestMerchant, query: Query) => {
    const { body } = await list(shop, query);
    return { ids: body.data.map(({ id }) => id), total: body.pagination!.total };
  };

  async function aShopWith(submerchants: readonly PastSubmerchant[]): Promise<TestMerchant> {
    const shop = await platform.http.createMerchant();
    await makePastSubmerchants(platform.database('onboarding'), shop.merchant.id, submerchants);
    return shop;
  }

  it('shows under every combination of filters what a look at every submerchant finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aDraft, { maxLength: 40 }),
        fc.array(aQuery, { minLength: 12, maxLength: 12 }),
        async (drafts, queries) => {
          const submerchants = drafts.map(submerchantOf);
          const shop = await aShopWith(submerchants);
          for (const { nth, ...filters } of [{ nth: undefined }, ...queries]) {
            const taxId = nth === undefined ? undefined : (submerchants[nth]?.tax_id ?? aCnpj());
            const query = { ...filters, ...(taxId && { tax_id: taxId }) };
            expect([query, await page(shop, query)]).toEqual([query, expectedPage(submerchants, query)]);
          }
        },
      ),
      runs(12),
    );
  });

  it('finds a tax id however it is written', async () => {
    const submerchant = { ...submerchantOf({ entity_type: 'pj', status: 'pending' }), tax_id: '12ABC34501DE35' };
    const shop = await aShopWith([submerchant]);
    for (const tax_id of ['12ABC34501DE35', '12.abc.345/01de-35'])
      expect(await page(shop, { tax_id })).toEqual({ ids: [submerchant.id], total: 1 });
  });

  it.each([
    ['status', 'accepted'],
    ['entity_type', 'PJ'],
    ['tax_id', '123'],
    ['perPage', '101'],
  ])('refuses %s=%s', async (name, value) => {
    const { status, body } = await list(await platform.http.createMerchant(), { [name]: value });
    expect([status, body.error, body.details!.map(({ field }) => field)]).toEqual([
      400,
      'invalid_query_parameter',
      [name],
    ]);
  });

  describe('of many', () => {
    const MANY = 10_000;
    const COMBINATIONS = ENTITY_TYPES.length * SUBMERCHANT_STATUSES.length;
    /** A page, and the head of each combination that it is merged from. */
    const MOST_ROWS = 20 * (1 + COMBINATIONS);
    /** Each combination is counted in sixteen slots. */
    const MOST_COUNTS = 16 * COMBINATIONS;
    let shop: TestMerchant;
    let some: PastSubmerchant;
    beforeAll(async () => {
      const submerchants = Array.from({ length: MANY }, (_, index) =>
        submerchantOf({
          entity_type: ENTITY_TYPES[index % ENTITY_TYPES.length]!,
          status: SUBMERCHANT_STATUSES[index % SUBMERCHANT_STATUSES.length]!,
        }),
      );
      some = submerchants[MANY / 2]!;
      shop = await aShopWith(submerchants);
      const admin = await platform.testDatabase.adminDatabase('onboarding');
      await admin.query('VACUUM (ANALYZE) submerchants, submerchant_counts');
    });

    const queries: readonly (readonly [name: string, query: () => Query, total: number])[] = [
      ['no filter', () => ({}), MANY],
      ['a status', () => ({ status: 'in_review' }), Math.ceil((MANY - 1) / SUBMERCHANT_STATUSES.length)],
      ['an entity type', () => ({ entity_type: 'pf' }), MANY / 2],
      ['a combination that nobody has', () => ({ entity_type: 'pj', status: 'pending' }), 0],
      ['a tax id', () => ({ tax_id: some.tax_id }), 1],
    ];
    it.each(queries)('looks at a handful of rows with %s', async (_, query, total) => {
      expect(await page(shop, query())).toMatchObject({ total });
      const statement = statements.findLast(({ text }) => text.includes('published_submerchants'))!;
      const rows = await rowsLookedAt(gateway, statement);
      const looked = rows.get('submerchants') ?? 0;
      expect(looked).toBeLessThanOrEqual(MOST_ROWS);
      expect(rows.get('submerchant_counts') ?? 0).toBeLessThanOrEqual(MOST_COUNTS);
    });
  });
});
