import type { Receivable, WalletEntry } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { authorizationOf, type TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { noteStatements, type Statement } from '../support/explain.js';
import { makeReceivables } from '../support/receivable-history.js';
import { makeEntries, type PastEntry } from '../support/statement-history.js';

const ENTRY_FIELDS = 'id,wallet_id,direction,amount,balance_after,reference_type,reference_id,description,created_at';
const RECEIVABLE_FIELDS =
  'id,charge_id,merchant_id,submerchant_id,recipient_id,gross_amount,net_amount,fee_amount,status,payment_method,' +
  'installment,settlement_date,original_settlement_date,anticipation_id,settled_at,created_at';

/** How many rows are read at once. */
const PAGE = 1_000;

const entriesPath = (shop: TestMerchant, query = ''): string => `/v1/wallets/${shop.wallet.id}/entries${query}`;

const manyEntries = (count: number, description: string): PastEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    referenceType: index % 3 ? 'charge' : 'adjustment',
    amount: index % 7 ? 1n : -1n,
    description,
  }));

const lineOf = (resource: object): string => Object.values(resource).map(String).join(',');

describe('A list as CSV', () => {
  let platform: TestPlatform;
  let statements: Statement[];
  let ledger: { ledger: Database; owner: Database };
  beforeAll(async () => {
    platform = await startPlatform({ RATE_LIMIT_PER_SECOND: '0' }, async (testDatabase) => {
      const gateway = await testDatabase.database('gateway');
      statements = noteStatements(gateway);
      return gateway;
    });
    ledger = { ledger: platform.database('ledger'), owner: await platform.testDatabase.adminDatabase('ledger') };
  });
  afterAll(() => platform.stop());

  /** Of entries. */
  const pagesRead = (): number => statements.filter(({ text: sql }) => sql.includes('AS page ORDER BY')).length;

  /** Begins to download; nothing of the body is taken yet. */
  const download = (shop: TestMerchant, path: string, method = 'GET'): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: authorizationOf(shop.credentials), accept: 'text/csv' };
      get(platform.http.baseUrl + path, { method, headers, agent: false }, resolve).on('error', reject);
    });

  async function aShopWith(entries: readonly PastEntry[]): Promise<TestMerchant> {
    const shop = await platform.http.createMerchant();
    await eventually(async () => (await platform.http.get(entriesPath(shop), shop.credentials)).status === 200);
    if (entries.length > 0) await makeEntries(ledger, shop.merchant.id, entries);
    return shop;
  }

  /** Every entry by JSON, page after page. */
  async function entriesByJson(shop: TestMerchant, query: string): Promise<WalletEntry[]> {
    const entries: WalletEntry[] = [];
    for (let page = 1; ; page += 1) {
      const path = entriesPath(shop, `?perPage=100&page=${page}${query}`);
      const { body } = await platform.http.get<WalletEntry[]>(path, shop.credentials);
      entries.push(...body.data);
      if (page >= body.pagination!.totalPages) return entries;
    }
  }

  it('has the names of the fields, then the same entries in the same order as the list', async () => {
    const shop = await aShopWith(manyEntries(5, 'A sale'));
    const response = await download(shop, entriesPath(shop));
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="wallet-entries.csv"',
      vary: 'Accept',
      'x-request-id': expect.any(String) as string,
    });
    const lines = (await entriesByJson(shop, '')).map(lineOf);
    expect((await text(response)).split('\r\n')).toEqual([ENTRY_FIELDS, ...lines, '']);
  });

  it('quotes what needs it, writes UTF-8 and lets no text be a formula', async () => {
    const descriptions = ['Correção, "à mão"', '=HYPERLINK("http://x")', '@now'];
    const shop = await aShopWith(
      descriptions.map((description) => ({ referenceType: 'adjustment', amount: -5n, description })),
    );
    const lines = (await text(await download(shop, entriesPath(shop)))).split('\r\n');
    expect(lines[3]).toContain(',debit,5,-5,adjustment,');
    expect(lines[3]).toContain(',"Correção, ""à mão""",');
    expect(lines[2]).toContain(`,"'=HYPERLINK(""http://x"")",`);
    expect(lines[1]).toContain(`,'@now,`);
  });

  it.each(['', '&direction=debit', '&reference_type=charge&direction=credit'])(
    'has all that the filters %j let through, whatever page is asked for',
    async (filters) => {
      const shop = await aShopWith(manyEntries(2 * PAGE + 500, 'A sale'));
      const expected = (await entriesByJson(shop, filters)).map(({ id }) => id);
      const file = await text(await download(shop, entriesPath(shop, `?page=3&perPage=7${filters}`)));
      const ids = file
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',', 1)[0]);
      expect(ids).toEqual(expected);
    },
  );

  it('has nothing but the names of the fields when there is nothing', async () => {
    const shop = await aShopWith([]);
    expect(await text(await download(shop, entriesPath(shop)))).toBe(`${ENTRY_FIELDS}\r\n`);
    expect(await text(await download(shop, '/v1/receivables'))).toBe(`${RECEIVABLE_FIELDS}\r\n`);
  });

  it('is refused as JSON when it is refused', async () => {
    const [shop, stranger] = [await aShopWith([]), await aShopWith([])];
    const headers = { accept: 'text/csv' };
    const call = (path: string) => platform.http.call('GET', path, { as: stranger.credentials, headers });
    const [foreign, invalid] = [await call(entriesPath(shop)), await call('/v1/receivables?status=paid')];
    expect([foreign.status, foreign.body.error]).toEqual([404, 'wallet_not_found']);
    expect([invalid.status, invalid.body.error]).toEqual([400, 'invalid_query_parameter']);
    expect(foreign.headers.get('content-type')).toContain('application/json');
  });

  describe('of receivables', () => {
    let shop: TestMerchant;
    const [submerchantId, chargeId] = [newId(), newId()];
    const DAY_MS = 86_400_000;
    beforeAll(async () => {
      // None is due: what is due would be settled while it is read.
      shop = await platform.http.createMerchant();
      await makeReceivables(
        ledger.ledger,
        Array.from({ length: 2 * PAGE + 500 }, (_, index) => ({
          merchant_id: shop.merchant.id,
          submerchant_id: index % 5 ? null : submerchantId,
          status: index % 3 ? ('settled' as const) : ('pending' as const),
          settlement_date: new Date(Date.parse('2031-03-10T03:00:00Z') + (index % 4) * DAY_MS),
          ...(index % 1_000 === 999 && { charge_id: chargeId }),
        })),
      );
    });

    it.each([
      '',
      '?status=pending',
      '?settlement_date_from=2031-03-11&settlement_date_to=2031-03-12',
      '?settlement_date_to=2031-03-10&status=settled&payment_method=credit_card',
      '?settlement_date_from=2032-01-01',
      `?submerchant_id=${submerchantId}`,
      `?charge_id=${chargeId}`,
      `?charge_id=${chargeId}&status=canceled`,
    ])('has all that the filters %j let through', async (query) => {
      const expected: Receivable[] = [];
      for (let page = 1; ; page += 1) {
        const path = `/v1/receivables${query || '?'}&perPage=100&page=${page}`;
        const { body } = await platform.http.get<Receivable[]>(path, shop.credentials);
        expected.push(...body.data);
        if (page >= body.pagination!.totalPages) break;
      }
      const lines = expected.map((receivable) => lineOf(receivable).replaceAll('null', ''));
      const file = await text(await download(shop, `/v1/receivables${query}`));
      expect(file.split('\r\n')).toEqual([RECEIVABLE_FIELDS, ...lines, '']);
    });

    it("shows a stranger nothing of another merchant's submerchant", async () => {
      const stranger = await platform.http.createMerchant();
      for (const owner of [submerchantId, shop.merchant.id, stranger.merchant.id]) {
        const file = await text(await download(stranger, `/v1/receivables?submerchant_id=${owner}`));
        expect(file).toBe(`${RECEIVABLE_FIELDS}\r\n`);
      }
    });
  });

  describe('that is long', () => {
    const PAGES = 12;
    /** So long that no page fits into what lies between gateway and client. */
    const DESCRIPTION = 'x'.repeat(8_000);
    let shop: TestMerchant;
    beforeAll(async () => {
      shop = await aShopWith(manyEntries(PAGES * PAGE, DESCRIPTION));
    });
    beforeEach(() => {
      statements.length = 0;
    });

    /** Long enough for a gateway that reads on to read all of it. */
    async function otherWork(): Promise<void> {
      for (let call = 0; call < 100; call += 1) await platform.http.get('/v1/wallets', shop.credentials);
    }

    it('is read no faster than its client takes it, and then to the end', async () => {
      const response = await download(shop, entriesPath(shop));
      response.pause();
      await otherWork();
      expect(pagesRead()).toBeLessThan(PAGES / 2);
      const file = await text(response);
      expect(file.length).toBeGreaterThan(PAGES * PAGE * DESCRIPTION.length);
      expect(file.split('\r\n')).toHaveLength(PAGES * PAGE + 2);
      // The last one finds that there is no more.
      expect(pagesRead()).toBe(PAGES + 1);
    });

    it('is read no further when its client has gone', async () => {
      const response = await download(shop, entriesPath(shop));
      response.once('error', () => undefined).destroy();
      await otherWork();
      expect(pagesRead()).toBeLessThan(PAGES / 2);
    });

    it('is not read for who asks for its headers alone', async () => {
      const response = await download(shop, entriesPath(shop), 'HEAD');
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        200,
        'text/csv; charset=utf-8; header=present',
      ]);
      await otherWork();
      expect(pagesRead()).toBe(1);
    });
  });
});
