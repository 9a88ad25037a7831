import { InProcessBus } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, PostbackReceiver, silentLogger, testSettings, type TestDatabase } from '@centavo/testing';
import { Webhook } from 'standardwebhooks';
import { countDue, deliveriesOf } from '../testing/deliveries.js';
import { anEndpoint } from '../testing/an-endpoint.js';
import { ReceiverPaths, silence } from '../testing/receiver-paths.js';
import { anEvent } from '../testing/an-event.js';
import { startWebhooks, type RunningWebhooks } from '../testing/start-webhooks.js';
import { RETRY_SCHEDULE } from './retry-schedule.domain.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

/** The schedule's shape in milliseconds: three attempts. */
const QUICK = { retrySchedule: { ...RETRY_SCHEDULE, pausesMs: [0, 20, 40] }, claimPauseMs: 5 };

describe('delivery', () => {
  const settings = testSettings();
  let server: TestDatabase;
  let database: Database;
  let bus: InProcessBus;
  let webhooks: RunningWebhooks;
  let listener: PostbackReceiver;
  let receiver: ReceiverPaths;

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
    bus = new InProcessBus({ logger: silentLogger });
    webhooks = await startWebhooks(
      { bus, database, settings, logger: silentLogger },
      { ...QUICK, attemptTimeoutMs: 3_000 },
    );
    listener = await PostbackReceiver.start();
    receiver = new ReceiverPaths(listener);
  });

  afterAll(async () => {
    await webhooks.stop();
    await bus.close();
    await listener.close();
    await server.close();
  });

  /** The only delivery of an endpoint, once it is over. */
  const ended = (endpointId: string, where = database) =>
    eventually(async () => {
      const [delivery] = await deliveriesOf(where, endpointId);
      if (!delivery || ['pending', 'retrying'].includes(delivery.status)) throw new Error(`still ${delivery?.status}`);
      return delivery;
    });

  it('sends the exact bytes of the event, signed so that the published library accepts them', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/signed'));
    const event = anEvent(endpoint.merchantId, { value: '{ "event":"charge.pending",  "name": "São João 🎉" }' });
    await bus.publish([event]);
    const delivery = await ended(endpoint.id);
    const [postback] = receiver.at('/signed');
    expect(postback!.body).toBe(event.value);
    expect(postback!.headers).toMatchObject({
      'webhook-id': event.id,
      'content-type': 'application/json; charset=utf-8',
      'user-agent': expect.stringMatching(/^Centavo-Postbacks\//),
    });
    const verified = new Webhook(endpoint.secret).verify(postback!.body, postback!.headers as Record<string, string>);
    expect(verified).toEqual(JSON.parse(event.value));
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempt_count: 1,
      next_attempt_at: null,
      event_id: event.id,
    });
    expect(delivery.delivered_at).toBeInstanceOf(Date);
    await expect(countDue(database, endpoint.id)).resolves.toBe(0);
  });

  it('tries again after an error, with the same id, and logs every attempt', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/second-time-lucky'));
    receiver.answers.set('/second-time-lucky', () => {
      const isFirst = receiver.at('/second-time-lucky').length === 1;
      return isFirst ? { status: 500, body: 'out of order\0' } : { status: 200, body: 'thanks' };
    });
    await bus.publish([anEvent(endpoint.merchantId)]);
    const delivery = await ended(endpoint.id);
    const [first, second] = receiver.at('/second-time-lucky');
    expect(second!.id).toBe(first!.id);
    expect(second!.body).toBe(first!.body);
    const [begun, repeated] = delivery.attempts.map(({ attempted_at }) => Date.parse(attempted_at));
    expect(repeated! - begun!).toBeGreaterThanOrEqual(20);
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempt_count: 2,
      attempts: [
        { number: 1, status_code: 500, error: null, response_excerpt: 'out of order\uFFFD' },
        { number: 2, status_code: 200, error: null, response_excerpt: 'thanks' },
      ],
    });
  });

  it('gives up after the last attempt', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/broken'));
    receiver.answers.set('/broken', () => ({ status: 302, headers: { location: receiver.url('/elsewhere') } }));
    await bus.publish([anEvent(endpoint.merchantId)]);
    await expect(ended(endpoint.id)).resolves.toMatchObject({
      status: 'exhausted',
      attempt_count: 3,
      next_attempt_at: null,
    });
    expect(receiver.at('/broken')).toHaveLength(3);
    expect(receiver.at('/elsewhere')).toEqual([]);
    await expect(countDue(database, endpoint.id)).resolves.toBe(0);
  });

  it('waits as long as the receiver asks', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/busy'));
    receiver.answers.set('/busy', () => ({ status: 429, headers: { 'retry-after': '3600' } }));
    await bus.publish([anEvent(endpoint.merchantId)]);
    await eventually(async () => {
      const [delivery] = await deliveriesOf(database, endpoint.id);
      expect(delivery).toMatchObject({ status: 'retrying', attempt_count: 1 });
      expect(delivery!.next_attempt_at!.getTime() - Date.now()).toBeGreaterThan(3_500_000);
    });
  });

  it('disables an endpoint that answers 410, and cancels what was still to be delivered to it', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/gone'));
    const waiting = anEvent(endpoint.merchantId, { type: 'charge.failed' });
    receiver.answers.set('/gone', ({ id }) => ({
      status: id === waiting.id ? 503 : 410,
      headers: { 'retry-after': '3600' },
    }));
    await bus.publish([waiting]);
    await eventually(() => receiver.at('/gone').length === 1);
    await bus.publish([anEvent(endpoint.merchantId)]);
    await eventually(async () => {
      const deliveries = await deliveriesOf(database, endpoint.id);
      expect(deliveries.map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    });
    await expect(
      database.query('SELECT status, disabled_reason FROM postback_endpoints WHERE id = $1', [endpoint.id]),
    ).resolves.toEqual([{ status: 'disabled', disabled_reason: 'gone' }]);
    await bus.publish([anEvent(endpoint.merchantId)]);
    await expect(deliveriesOf(database, endpoint.id)).resolves.toHaveLength(2);
    expect(receiver.at('/gone')).toHaveLength(2);
  });

  it("brings one resource's events in their order, and other resources' meanwhile", async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/ordered'));
    const held = Promise.withResolvers<void>();
    const resourceId = newId();
    const kinds = ['charge.pending', 'charge.authorized', 'charge.captured'];
    const events = kinds.map((type) => anEvent(endpoint.merchantId, { type, resourceId, key: resourceId }));
    const other = anEvent(endpoint.merchantId);
    receiver.answers.set('/ordered', async ({ id }) => {
      if (id === events[0]!.id) await held.promise;
      return { status: 200 };
    });
    for (const event of [...events, other]) await bus.publish([event]);
    await eventually(() => receiver.at('/ordered').some(({ id }) => id === other.id));
    expect(receiver.idsAt('/ordered')).toEqual([events[0]!.id, other.id]);
    held.resolve();
    await eventually(() => receiver.at('/ordered').length === 4);
    expect(receiver.idsAt('/ordered')).toEqual([events[0], other, events[1], events[2]].map((it) => it!.id));
  });

  it('does not let an endpoint that never answers hold up another', async () => {
    const merchantId = newId();
    const deaf = await anEndpoint(database, settings, receiver.url('/deaf'), { merchantId });
    const quick = await anEndpoint(database, settings, receiver.url('/quick'), { merchantId });
    receiver.answers.set('/deaf', silence);
    const events = Array.from({ length: 200 }, () => anEvent(merchantId));
    await bus.publish(events);
    await eventually(() => new Set(receiver.idsAt('/quick')).size === events.length);
    const pending = await deliveriesOf(database, deaf.id);
    expect(pending.filter(({ status }) => status === 'delivered')).toEqual([]);
    await eventually(async () => {
      const deliveries = await deliveriesOf(database, quick.id);
      expect(deliveries.every(({ status }) => status === 'delivered')).toBe(true);
    });
    // Spares this test's end the timeouts of 200 attempts.
    receiver.answers.delete('/deaf');
  });

  it('records what was wrong with a receiver that could not be reached', async () => {
    const { port } = new URL(receiver.url('/'));
    const endpoint = await anEndpoint(database, settings, `http://127.0.0.77:${port}/`);
    await bus.publish([anEvent(endpoint.merchantId)]);
    const delivery = await ended(endpoint.id);
    expect(delivery.attempts[0]).toMatchObject({
      status_code: null,
      error: 'connection_failed: ECONNREFUSED',
      response_excerpt: null,
    });
  });

  it('opens no connection to an address that is not allowed any more', async () => {
    // On a database of its own: the instance of the other tests, which allows the address, would take the retries.
    const ownServer = await startWebhooksDatabase();
    const ownDatabase = await ownServer.database('webhooks');
    const ownBus = new InProcessBus({ logger: silentLogger });
    const strict = testSettings({ POSTBACK_ALLOWED_NETWORKS: '' });
    const platform = { bus: ownBus, database: ownDatabase, settings: strict, logger: silentLogger };
    const instance = await startWebhooks(platform, QUICK);
    const endpoint = await anEndpoint(ownDatabase, settings, receiver.url('/inside'));
    await ownBus.publish([anEvent(endpoint.merchantId)]);
    const delivery = await ended(endpoint.id, ownDatabase);
    expect(delivery).toMatchObject({ status: 'exhausted', attempt_count: 3 });
    expect(delivery.attempts[0]!.error).toMatch(/^url_not_allowed: /);
    expect(receiver.at('/inside')).toEqual([]);
    await instance.stop();
    await ownBus.close();
    await ownServer.close();
  });
});
