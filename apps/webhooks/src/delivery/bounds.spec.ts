import { newId } from '@centavo/runtime';
import { eventually, HostileReceiver, testSettings } from '@centavo/testing';
import { anEndpoint } from '../testing/an-endpoint.js';
import { anEvent } from '../testing/an-event.js';
import { deliveriesOf } from '../testing/deliveries.js';
import { silence } from '../testing/receiver-paths.js';
import { storeDeliveries } from '../testing/stored-deliveries.js';
import { WebhooksFixture } from '../testing/webhooks-fixture.js';
import type { DeliveryLimits } from './delivery-limits.js';
import { RETRY_SCHEDULE } from './retry-schedule.domain.js';

const eventsOf = (merchantId: string, count: number) => Array.from({ length: count }, () => anEvent(merchantId));

describe('the bounds of an instance', () => {
  let webhooks: WebhooksFixture;
  afterEach(() => webhooks.stop());

  const start = async (limits: Partial<DeliveryLimits>): Promise<void> => {
    webhooks = await WebhooksFixture.start({ limits: { drainMs: 100, ...limits } });
  };

  it("leave others their place, however many of a merchant's endpoints do not answer", async () => {
    await start({ inFlight: 6, inFlightPerMerchant: 4 });
    const { receiver, bus } = webhooks;
    const merchantId = newId();
    receiver.answers.set('/deaf', silence);
    for (let n = 0; n < 3; n += 1) await webhooks.anEndpoint('/deaf', { merchantId });
    const honest = await webhooks.anEndpoint('/honest');
    await bus.publish(eventsOf(merchantId, 20));
    await eventually(() => receiver.at('/deaf').length === 4);
    await bus.publish(eventsOf(honest.merchantId, 10));
    await eventually(() => receiver.at('/honest').length === 10);
    expect(receiver.at('/deaf')).toHaveLength(4);
  });

  it('leave others their place when a receiver says its status and then never ends', async () => {
    await start({ inFlight: 4 });
    const endless = await HostileReceiver.start({
      answer: (socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\nhalf'),
      verdict: 200,
    });
    const hostile = await anEndpoint(webhooks.database, testSettings(), endless.url);
    const honest = await webhooks.anEndpoint('/honest');
    await webhooks.bus.publish(eventsOf(hostile.merchantId, 4));
    await webhooks.bus.publish(eventsOf(honest.merchantId, 1));
    // An attempt may take fifteen.
    await eventually(() => webhooks.receiver.at('/honest').length === 1, { timeoutMs: 14_000 });
    const [delivery] = await eventually(async () => {
      const deliveries = await deliveriesOf(webhooks.database, hostile.id);
      expect(deliveries[0]!.status).toBe('delivered');
      return deliveries;
    });
    expect(delivery!.attempts[0]).toMatchObject({ status_code: 200, response_excerpt: 'half' });
    expect(delivery!.attempts[0]!.latency_ms).toBeLessThan(10_000);
    await endless.close();
  });

  it('keep it from taking more from the table than it can send soon', async () => {
    const inFlight = 4;
    await start({
      inFlight,
      claim: 16,
      claimPauseMs: 1,
      outcomeLingerMs: 1,
      attemptTimeoutMs: 500,
      retrySchedule: { ...RETRY_SCHEDULE, pausesMs: [0, 3_600_000] },
    });
    const { database, receiver } = webhooks;
    receiver.answers.set('/deaf', silence);
    const endpoints = await Promise.all(Array.from({ length: 20 }, () => webhooks.anEndpoint('/deaf')));
    const drafts = endpoints.map(({ id: endpointId, merchantId }) => ({ endpointId, merchantId }));
    await storeDeliveries(database, [...drafts, ...drafts, ...drafts]);
    let most = 0;
    await eventually(async () => {
      const [row] = await database.query<{ leased: number }>(
        'SELECT count(*)::int AS leased FROM due_deliveries WHERE lease_owner IS NOT NULL AND available_at > now()',
      );
      most = Math.max(most, row!.leased);
      expect(receiver.at('/deaf').length).toBeGreaterThanOrEqual(4 * inFlight);
    });
    // One round under way, one that waits, and one whose outcomes are just being written.
    expect(most).toBeLessThanOrEqual(3 * inFlight);
  });
});
