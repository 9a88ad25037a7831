import { rm } from 'node:fs/promises';
import { newId } from '@centavo/runtime';
import { aChargeBody, drawTrace, PostbackReceiver, TraceCollector, traceOf } from '@centavo/testing';
import { startStack, type Stack } from '../../scripts/lib/stack.mjs';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { HttpClient } from '../http-client.js';
import { CARD_CHARGE_TRACE } from '../support/card-charge-trace.js';

const TEST_TIMEOUT_MS = 300_000;

describe('A stack with a collector of traces', () => {
  let dataDir: string;
  let collector: TraceCollector;
  let receiver: PostbackReceiver;
  let stack: Stack;
  beforeAll(async () => {
    dataDir = await temporaryFolder('traces');
    [collector, receiver] = await Promise.all([TraceCollector.start(), PostbackReceiver.start()]);
    stack = await startStack({ dataDir, env: collector.environment });
  }, TEST_TIMEOUT_MS);
  afterAll(async () => {
    await stack?.stop();
    await Promise.all([collector.close(), receiver.close(), rm(dataDir, { recursive: true, force: true })]);
  }, TEST_TIMEOUT_MS);

  it(
    'shows a charge as one trace through all of its processes, as one process would',
    async () => {
      const { public_key: publicKey, secret_key: secretKey } = stack.merchant;
      const http = new HttpClient(stack.baseUrl);
      const shop = { publicKey, secretKey };
      const endpoint = { url: receiver.url('/hook'), events: ['charge.pending', 'charge.captured'] };
      expect((await http.post('/v1/postbacks/endpoints', shop, endpoint)).status).toBe(201);
      const requestId = newId();
      const charged = await http.post('/v1/charges', shop, aChargeBody(), { 'x-request-id': requestId });
      expect(charged.status).toBe(201);
      const { spans } = await traceOf(collector, requestId, { spans: CARD_CHARGE_TRACE.length });
      expect(drawTrace(spans)).toEqual(CARD_CHARGE_TRACE);
    },
    TEST_TIMEOUT_MS,
  );
});
