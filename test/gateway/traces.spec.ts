import type { Charge, PostbackEndpoint } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aChargeBody, PostbackReceiver, traceOf, drawTrace, TraceCollector } from '@centavo/testing';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';
import { CARD_CHARGE_TRACE } from '../support/card-charge-trace.js';

const CALLER = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const SAMPLED = { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01` };
const NOT_SAMPLED = { traceparent: `00-${'c'.repeat(32)}-${CALLER.spanId}-00` };
const START_TIMEOUT_MS = 120_000;

describe('Traces', () => {
  let collector: TraceCollector;
  let receiver: PostbackReceiver;
  let platform: TestPlatform;
  let shop: TestMerchant;

  async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    [collector, receiver] = await Promise.all([TraceCollector.start(), PostbackReceiver.start()]);
    platform = await startPlatform({ ...collector.environment, ...environment });
  }
  async function stop(): Promise<void> {
    await platform?.stop();
    await Promise.all([collector?.close(), receiver?.close()]);
  }
  beforeEach(async () => {
    shop = await platform.http.createMerchant();
    receiver.answerWith({ status: 200 });
    await call<PostbackEndpoint>('POST', '/v1/postbacks/endpoints', {
      body: { url: receiver.url(`/${shop.merchant.id}`), events: ['charge.pending', 'charge.captured'] },
    });
  });

  const call = <Data>(method: string, path: string, options: object = {}) =>
    platform.http.call<Data>(method, path, { as: shop.credentials, ...options });
  /** @returns its request id */
  async function charge(headers: Readonly<Record<string, string>> = {}, body: object = aChargeBody()): Promise<string> {
    const requestId = newId();
    const answer = await call<Charge>('POST', '/v1/charges', {
      body,
      headers: { 'x-request-id': requestId, ...headers },
    });
    expect(answer.status).toBe(201);
    return requestId;
  }
  const postbacks = (count: number) => receiver.waitFor(count, ({ path }) => path === `/${shop.merchant.id}`);
  const whole = { spans: CARD_CHARGE_TRACE.length };

  describe('of a platform that traces all', () => {
    beforeAll(() => start(), START_TIMEOUT_MS);
    afterAll(() => stop(), START_TIMEOUT_MS);

    it('follow a card charge from its request to its postbacks', async () => {
      const requestId = await charge();
      const { root, spans } = await traceOf(collector, requestId, whole);
      expect(drawTrace(spans)).toEqual(CARD_CHARGE_TRACE);
      expect(root).toMatchObject({
        kind: 2,
        parentSpanId: undefined,
        attributes: { 'http.route': '/v1/charges', 'http.response.status_code': 201 },
        resource: { 'service.name': 'gateway', 'service.namespace': 'centavo' },
      });
      for (const { headers } of await postbacks(2)) expect(headers).not.toHaveProperty('traceparent');
    });

    it('go on with the attempts that come later, from the table', async () => {
      receiver.answerWith({ status: 503, headers: { 'retry-after': '1' } });
      const requestId = await charge();
      await postbacks(2);
      receiver.answerWith({ status: 200 });
      await postbacks(4);
      const { spans } = await traceOf(collector, requestId, { spans: CARD_CHARGE_TRACE.length + 2 });
      const attempts = spans.filter(({ name }) => name === 'POST postback');
      const fanOuts = spans.filter(({ service, kind }) => service === 'webhooks' && kind === 5);
      expect(attempts.every(({ parentSpanId }) => fanOuts.some(({ spanId }) => spanId === parentSpanId))).toBe(true);
      const said = attempts.map(({ statusCode, attributes }) => [statusCode, attributes['http.request.resend_count']]);
      expect(said).toHaveLength(4);
      expect(said).toEqual(
        expect.arrayContaining([
          [0, 1],
          [0, 1],
          [2, undefined],
          [2, undefined],
        ]),
      );
    });

    it('begin anew with the request of a stranger, and link to the trace that it names', async () => {
      const { root } = await traceOf(collector, await charge(SAMPLED), { spans: 1 });
      expect(root.traceId).not.toBe(CALLER.traceId);
      expect(root.parentSpanId).toBeUndefined();
      expect(root.links).toEqual([CALLER]);
    });

    it('tell of refusals without calling them failures', async () => {
      const requestId = newId();
      const path = `/v1/charges/${newId()}/void`;
      const refused = await call('POST', path, { headers: { 'x-request-id': requestId } });
      expect(refused.status).toBe(404);
      const { spans } = await traceOf(collector, requestId, { spans: 3 });
      expect(drawTrace(spans)).toEqual([
        'gateway: POST /v1/charges/:id/void',
        '  gateway: send charges.void',
        '    payments: process charges.void',
      ]);
      expect(spans.map(({ statusCode }) => statusCode)).toEqual([0, 0, 0]);
      const processed = spans.find(({ service }) => service === 'payments');
      expect(processed!.attributes).toMatchObject({ 'centavo.error_code': 'charge_not_found' });
    });
  });

  describe('of a request that fails', () => {
    beforeAll(() => start(), START_TIMEOUT_MS);
    afterAll(() => stop(), START_TIMEOUT_MS);

    it('say so', async () => {
      await platform.stopService('payments');
      const requestId = newId();
      const answer = await call('POST', '/v1/charges', {
        body: aChargeBody(),
        headers: { 'x-request-id': requestId },
      });
      expect(answer.status).toBe(503);
      const { spans } = await traceOf(collector, requestId, { spans: 2 });
      expect(spans.map(({ name, statusCode, attributes }) => [name, statusCode, attributes['error.type']])).toEqual(
        expect.arrayContaining([
          ['POST /v1/charges', 2, '503'],
          ['send charges.create', 2, 'BusUnavailableError'],
        ]),
      );
    });
  });

  describe('of a platform that leaves it to trusted callers what is traced', () => {
    beforeAll(
      () => start({ TRUST_TRACEPARENT: 'true', OTEL_TRACES_SAMPLER: 'parentbased_always_off' }),
      START_TIMEOUT_MS,
    );
    afterAll(() => stop(), START_TIMEOUT_MS);

    it('go on where the caller says so, and leave no trace of all else', async () => {
      await charge();
      await charge(NOT_SAMPLED);
      const { root, spans } = await traceOf(collector, await charge(SAMPLED), whole);
      expect(root).toMatchObject({ traceId: CALLER.traceId, parentSpanId: CALLER.spanId, links: [] });
      expect(drawTrace(spans, CALLER.spanId)).toEqual(CARD_CHARGE_TRACE);
      await postbacks(6);
      const stored = await platform
        .database('webhooks')
        .query<{ count: number }>('SELECT count(traceparent)::int FROM events WHERE traceparent IS NOT NULL');
      expect(stored).toEqual([{ count: 2 }]);
      // What is traced was sent after all else: nothing of that can still come.
      expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([CALLER.traceId]));
    });
  });
});
