import {
  ENTRY_DIRECTIONS,
  WALLET_ENTRY_REFERENCE_TYPES,
  type Charge,
  type EntryDirection,
  type WalletEntry,
} from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { aChargeBodyBy, eventually, runs } from '@centavo/testing';
import fc from 'fast-check';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { noteStatements, rowsLookedAt, type Statement } from '../support/explain.js';
import { makeEntries, type PastEntry } from '../support/statement-history.js';

const DAY_MS = 86_400_000;
/** Midnight in São Paulo. */
const FIRST_DAY_MS = Date.parse('2026-03-10T03:00:00Z');
const DAYS = 4;

type Query = Readonly<Record<string, string>>;

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Often right at the change of a day. */
const aMoment = fc
  .tuple(fc.nat(DAYS), fc.oneof(fc.constantFrom(-1, 0, 1), fc.nat(DAY_MS)))
  .map(([day, ms]) => FIRST_DAY_MS + day * DAY_MS + ms);
const aDraft = fc.record({
  referenceType: fc.constantFrom(...WALLET_ENTRY_REFERENCE_TYPES),
  amount: fc.integer({ min: -50, max: 50 }).filter((amount) => amount !== 0),
  atMs: aMoment,
});
const aBound = fc.oneof(
  aMoment.map((ms) => new Date(ms).toISOString()),
  aMoment.map(isoDate),
);
/** Most queries have few filters: those with many find nothing. */
const sometimes = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const aQuery = fc.record({
  reference_type: sometimes(fc.constantFrom(...WALLET_ENTRY_REFERENCE_TYPES)),
  direction: sometimes(fc.constantFrom(...ENTRY_DIRECTIONS)),
  date_from: sometimes(aBound),
  date_to: sometimes(aBound),
  page: sometimes(fc.constantFrom('1', '2', '3')),
  perPage: sometimes(fc.constantFrom('1', '3', '100')),
});

/** The first instant of a date parameter and the one after its last, by a rule of its own. */
const spanOf = (text: string): readonly [number, number] => {
  const ms = text.length === 10 ? Date.parse(`${text}T03:00:00Z`) : Date.parse(text);
  return [ms, ms + (text.length === 10 ? DAY_MS : 1)];
};

const directionOf = ({ amount }: PastEntry): EntryDirection => (amount > 0n ? 'credit' : 'debit');

/** What the list is to show, found the slow way: the amounts of the page, as they were recorded, the last first. */
function expectedPage(entries: readonly PastEntry[], query: Query) {
  const found = entries
    .filter(({ referenceType }) => !query.reference_type || referenceType === query.reference_type)
    .filter((entry) => !query.direction || directionOf(entry) === query.direction)
    .filter(({ recordedAt }) => !query.date_from || recordedAt!.getTime() >= spanOf(query.date_from)[0])
    .filter(({ recordedAt }) => !query.date_to || recordedAt!.getTime() < spanOf(query.date_to)[1])
    .toReversed();
  const [page, perPage] = [Number(query.page ?? 1), Number(query.perPage ?? 20)];
  const shown = found.slice((page - 1) * perPage, page * perPage);
  return { descriptions: shown.map(({ description }) => description), total: found.length };
}

describe('GET /v1/wallets/{id}/entries', () => {
  let platform: TestPlatform;
  let gateway: Database;
  let statements: Statement[];
  let ledger: { ledger: Database; owner: Database };
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' }, async (testDatabase) => {
      gateway = await testDatabase.database('gateway');
      statements = noteStatements(gateway);
      return gateway;
    });
    ledger = { ledger: platform.database('ledger'), owner: await platform.testDatabase.adminDatabase('ledger') };
  });
  afterAll(() => platform.stop());

  const entriesOf = (shop: TestMerchant, query: Query = {}, walletId = shop.wallet.id) => {
    const search = new URLSearchParams(query).toString();
    return platform.http.get<WalletEntry[]>(`/v1/wallets/${walletId}/entries?${search}`, shop.credentials);
  };

  /** A merchant whose wallet is open. */
  async function aShop(): Promise<TestMerchant> {
    const shop = await platform.http.createMerchant();
    await eventually(async () => (await entriesOf(shop)).status === 200);
    return shop;
  }

  it('tells of a paid Pix, and what the balance is after it', async () => {
    const shop = await aShop();
    const made = await platform.http.post<Charge>('/v1/charges', shop.credentials, aChargeBodyBy('pix'));
    await platform.http.post(`/sandbox/v1/charges/${made.body.data.id}/pay`, shop.credentials, {});
    const entries = await eventually(async () => {
      const { body } = await entriesOf(shop);
      return body.data.length > 0 && body.data;
    });
    const wallet = await platform.http.get<{ available_amount: number }>(
      `/v1/wallets/${shop.wallet.id}`,
      shop.credentials,
    );
    const { available_amount: available } = wallet.body.data;
    expect(entries).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        wallet_id: shop.wallet.id,
        direction: 'credit',
        amount: available,
        balance_after: available,
        reference_type: 'charge',
        reference_id: made.body.data.id,
        description: 'Settlement of installment 1',
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      },
    ]);
  });

  it('is empty of a wallet that nothing happened to', async () => {
    const { body } = await entriesOf(await aShop(), { direction: 'credit' });
    expect([body.data, body.pagination!.total]).toEqual([[], 0]);
  });

  it('shows under every combination of filters what a look at every entry finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aDraft, { maxLength: 40, size: 'max' }),
        fc.array(aQuery, { minLength: 16, maxLength: 16 }),
        async (drafts, queries) => {
          const shop = await aShop();
          const entries = drafts
            .toSorted((a, b) => a.atMs - b.atMs)
            .map(({ referenceType, amount, atMs }, index) => ({
              referenceType,
              amount: BigInt(amount),
              description: `Entry ${index}`,
              recordedAt: new Date(atMs),
            }));
          await makeEntries(ledger, shop.merchant.id, entries);
          for (const drawn of [{}, ...queries]) {
            const query = JSON.parse(JSON.stringify(drawn)) as Query;
            const { body } = await entriesOf(shop, query);
            const shown = {
              descriptions: body.data.map(({ description }) => description),
              total: body.pagination!.total,
            };
            expect([query, shown]).toEqual([query, expectedPage(entries, query)]);
          }
        },
      ),
      runs(15),
    );
  });

  it("is no other merchant's business", async () => {
    const [shop, stranger] = [await aShop(), await aShop()];
    const queries: Query[] = [{}, { direction: 'credit' }, { date_from: '2026-01-01' }];
    for (const query of queries) {
      const { status, body } = await entriesOf(stranger, query, shop.wallet.id);
      expect([status, body.error]).toEqual([404, 'wallet_not_found']);
    }
  });

  it.each(['reference_type=gift', 'direction=up', 'date_from=yesterday', 'date_to=2026-02-30', 'perPage=0'])(
    'refuses ?%s and names the parameter',
    async (query) => {
      const shop = await aShop();
      const { status, body } = await platform.http.get(
        `/v1/wallets/${shop.wallet.id}/entries?${query}`,
        shop.credentials,
      );
      expect([status, body.error]).toEqual([400, 'invalid_query_parameter']);
      expect(body.details?.map(({ field }) => field)).toEqual([query.split('=', 1)[0]]);
    },
  );

  describe('of a long statement', () => {
    const ENTRIES = 4_000;
    const PER_DAY = 100;
    let shop: TestMerchant;
    beforeAll(async () => {
      shop = await aShop();
      // One in a hundred is something rare, as it is in a shop.
      await makeEntries(
        ledger,
        shop.merchant.id,
        Array.from({ length: ENTRIES }, (_, index) => ({
          referenceType: index % 100 === 7 ? ('withdrawal' as const) : ('charge' as const),
          amount: index % 100 === 7 ? -1n : 1n,
          recordedAt: new Date(FIRST_DAY_MS + (index * DAY_MS) / PER_DAY),
        })),
      );
      await ledger.owner.query('VACUUM (ANALYZE) entries, accounts, wallets');
    });

    /** @returns the total, and how many entries were looked at for it and the page */
    async function look(query: Query) {
      const { body } = await entriesOf(shop, query);
      const statement = statements.findLast(({ text }) => text.includes('published_wallet_entries'))!;
      const rows = await rowsLookedAt(gateway, statement);
      return { total: body.pagination!.total, shown: body.data.length, rows: rows.get('entries')! };
    }

    const [SECOND_DAY, TENTH_DAY] = [isoDate(FIRST_DAY_MS + DAY_MS), isoDate(FIRST_DAY_MS + 9 * DAY_MS)];

    it.each<[string, Query, number]>([
      ['the first page', {}, ENTRIES],
      ['a page far behind', { page: '190' }, ENTRIES],
      ['what is frequent', { reference_type: 'charge' }, ENTRIES * 0.99],
      ['what is rare', { reference_type: 'withdrawal' }, ENTRIES * 0.01],
      ['what there is none of', { reference_type: 'refund' }, 0],
      ['credits', { direction: 'credit' }, ENTRIES * 0.99],
      ['some days', { date_from: SECOND_DAY, date_to: TENTH_DAY }, 9 * PER_DAY],
      ['debits of some days', { direction: 'debit', date_from: SECOND_DAY, date_to: TENTH_DAY }, 9],
    ])('finds %s without a look at the rest', async (_, query, total) => {
      const seen = await look(query);
      expect([seen.total, seen.shown]).toEqual([total, Math.min(total, 20)]);
      expect(seen.rows).toBeLessThan(100);
    });
  });
});
