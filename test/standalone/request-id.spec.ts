import { PostgresDatabase } from '@centavo/persistence';
import { aChargeBody, eventually, PATIENT_CONNECTION } from '@centavo/testing';
import { HttpClient } from '../http-client.js';
import { openShop } from '../support/open-shop.js';
import type { PostbackLog } from '../support/postback-log.js';
import { freePlace, StandaloneProcess } from '../support/standalone-process.js';

const TEST_TIMEOUT_MS = 300_000;
const REQUEST_ID = 'night-shift-7';

type Line = Readonly<Record<string, unknown>>;

describe('A request id', () => {
  const lines: Line[] = [];
  let standalone: StandaloneProcess;
  let postbacks: PostbackLog | undefined;
  beforeAll(async () => {
    standalone = await StandaloneProcess.start({
      ...(await freePlace('request-id')),
      env: { LOG_LEVEL: 'debug' },
      onLine: (line) => void (line.startsWith('{') && lines.push(JSON.parse(line) as Line)),
    });
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await postbacks?.close();
    await standalone.remove();
  }, TEST_TIMEOUT_MS);

  const linesOf = (id: string): Line[] =>
    lines.filter(({ requestId, correlationId }) => requestId === id || correlationId === id);

  /** What the services can do no more: what follows the charge fails in each of them. */
  async function breakLedgerAndWebhooks(): Promise<void> {
    const { username: role, password, href: url } = new URL(await standalone.adminUrl());
    const admin = await PostgresDatabase.connect({ url, role, password, poolSize: 1, ...PATIENT_CONNECTION });
    await admin.query('ALTER TABLE ledger.receivables RENAME TO hidden');
    await admin.query('ALTER TABLE webhooks.events RENAME TO hidden');
    await admin.close();
  }

  it(
    'is in the answer and in the lines of every service that its request goes through',
    async () => {
      const merchant = await standalone.merchant();
      // Without a receiver, webhooks would have nothing to do for a charge.
      ({ postbacks } = await openShop({ baseUrl: standalone.baseUrl, merchant }));
      await breakLedgerAndWebhooks();
      const http = new HttpClient(standalone.baseUrl);
      const { status, headers, body } = await http.call('POST', '/v1/charges', {
        as: { publicKey: merchant.public_key, secretKey: merchant.secret_key },
        body: aChargeBody(),
        headers: { 'x-request-id': REQUEST_ID },
      });
      expect([status, headers.get('x-request-id'), body.success]).toEqual([201, REQUEST_ID, true]);

      const access = await eventually(() => linesOf(REQUEST_ID).find(({ msg }) => msg === 'request') ?? false);
      expect(access).toMatchObject({ requestId: REQUEST_ID, method: 'POST', route: '/v1/charges', statusCode: 201 });
      await eventually(() => {
        const groups = linesOf(REQUEST_ID).map(({ group }) => group);
        expect(groups).toEqual(expect.arrayContaining(['ledger', 'webhooks']));
      });
    },
    TEST_TIMEOUT_MS,
  );
});
