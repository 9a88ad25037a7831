import type { PostbackRecovery, UpdatePostbackEndpointDto } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually, lockWaiters } from '@centavo/testing';
import { deliveryIdOf } from '../delivery/delivery-id.domain.js';
import { DUE_PRIORITIES } from '../delivery/due-deliveries.sql.js';
import { RETRY_SCHEDULE } from '../delivery/retry-schedule.domain.js';
import { anEvent } from '../testing/an-event.js';
import { countDue, deliveriesOf } from '../testing/deliveries.js';
import { putInStatus, storeDeliveries } from '../testing/stored-deliveries.js';
import { succeeded, WebhooksFixture, type MadeEndpoint } from '../testing/webhooks-fixture.js';

const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE_MS);

const ask = (webhooks: WebhooksFixture, { command }: MadeEndpoint, since: Date | string, way = {}) =>
  webhooks.ask(
    'postback-endpoints.recover',
    { ...command, body: { since: typeof since === 'string' ? since : since.toISOString() } },
    way,
  );
const update = async (webhooks: WebhooksFixture, { command }: MadeEndpoint, body: UpdatePostbackEndpointDto) =>
  succeeded(await webhooks.ask('postback-endpoints.update', { ...command, body }));

describe('postback-endpoints.recover', () => {
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    webhooks = await WebhooksFixture.start({
      limits: { retrySchedule: { ...RETRY_SCHEDULE, pausesMs: [0] }, claimPauseMs: 5 },
    });
  });
  afterAll(() => webhooks.stop());

  const delivered = (endpointId: string, count: number) =>
    eventually(async () => {
      const deliveries = await deliveriesOf(webhooks.database, endpointId);
      return deliveries.filter(({ status }) => status === 'delivered').length === count;
    });
  const ended = (endpointId: string, count: number) =>
    eventually(async () => {
      const [deliveries, due] = [
        await deliveriesOf(webhooks.database, endpointId),
        await countDue(webhooks.database, endpointId),
      ];
      return deliveries.length === count && due === 0;
    });

  it('sends what an outage of the receiver has kept from it, of each resource in order', async () => {
    const endpoint = await webhooks.anEndpoint('/outage');
    const resources = [newId(), newId(), newId()];
    const events = Array.from({ length: 30 }, (_, index) =>
      anEvent(endpoint.merchantId, { resourceId: resources[index % 3]! }),
    );
    await webhooks.bus.publish(events.slice(0, 3));
    await delivered(endpoint.id, 3);
    webhooks.receiver.answers.set('/outage', () => ({ status: 503 }));
    await webhooks.bus.publish(events.slice(3));
    await ended(endpoint.id, events.length);
    webhooks.receiver.answers.delete('/outage');
    const before = webhooks.receiver.at('/outage').length;

    expect(succeeded(await ask(webhooks, endpoint, minutesAgo(1)))).toMatchObject({
      status: 200,
      data: { queued: 27, has_more: false },
    });

    await delivered(endpoint.id, events.length);
    const recovered = webhooks.receiver.idsAt('/outage').slice(before);
    for (const resource of resources) {
      const ofResource = events.slice(3).filter(({ headers }) => headers['resourceId'] === resource);
      const ids = ofResource.map(({ id }) => id);
      expect(recovered.filter((id) => ids.includes(id))).toEqual(ids);
    }
    expect(succeeded(await ask(webhooks, endpoint, minutesAgo(1))).data).toEqual({ queued: 0, has_more: false });
  });

  it('sends what the endpoint listens to now, paused or not at the time, and nothing from before', async () => {
    const merchantId = newId();
    const endpoint = await webhooks.anEndpoint('/paused', { merchantId, events: ['charge.*'] });
    await webhooks.anEndpoint('/all', { merchantId });
    await update(webhooks, endpoint, { status: 'inactive' });
    const event = (type: string) => anEvent(merchantId, { type });
    const [early, pending, captured, settled, paid] = [
      event('charge.pending'),
      event('charge.pending'),
      event('charge.captured'),
      event('receivable.settled'),
      event('withdrawal.completed'),
    ];
    await storeDeliveries(webhooks.database, [
      { merchantId, endpointId: newId(), event: 'charge.pending', occurredAt: minutesAgo(10) },
      { merchantId: newId(), endpointId: newId(), event: 'charge.pending' },
    ]);
    await webhooks.bus.publish([early, pending, captured, settled, paid]);
    await eventually(() => webhooks.receiver.at('/all').length === 5);
    expect(await deliveriesOf(webhooks.database, endpoint.id)).toEqual([]);
    await update(webhooks, endpoint, { status: 'active', events: ['charge.captured', 'receivable.*'] });

    expect(succeeded(await ask(webhooks, endpoint, minutesAgo(5))).data).toEqual({ queued: 2, has_more: false });

    await delivered(endpoint.id, 2);
    expect(webhooks.receiver.idsAt('/paused').toSorted()).toEqual([captured.id, settled.id].toSorted());
  });

  it('sends no test of another endpoint', async () => {
    const merchantId = newId();
    const [tried, curious] = [
      await webhooks.anEndpoint('/tried', { merchantId }),
      await webhooks.anEndpoint('/curious', { merchantId }),
    ];
    succeeded(await webhooks.ask('postback-endpoints.test', tried.command));
    await delivered(tried.id, 1);
    expect(succeeded(await ask(webhooks, curious, minutesAgo(1))).data.queued).toBe(0);
  });

  it.each<[string, (endpoint: MadeEndpoint) => Promise<unknown>, string]>([
    ['paused', (endpoint) => update(webhooks, endpoint, { status: 'inactive' }), 'postback_endpoint_not_active'],
    ['removed', ({ command }) => webhooks.ask('postback-endpoints.delete', command), 'postback_endpoint_not_found'],
  ])('recovers nothing for an endpoint that is %s', async (_state, change, error) => {
    const endpoint = await webhooks.anEndpoint('/not-active');
    await storeDeliveries(webhooks.database, [
      { merchantId: endpoint.merchantId, endpointId: endpoint.id, status: 'exhausted' },
    ]);
    await change(endpoint);
    expect(await ask(webhooks, endpoint, minutesAgo(1))).toMatchObject({ ok: false, error });
    expect(await countDue(webhooks.database, endpoint.id)).toBe(0);
  });

  it("does not know another merchant's endpoint", async () => {
    const endpoint = await webhooks.anEndpoint('/foreign');
    const stranger = { ...endpoint, command: { ...endpoint.command, merchant_id: newId() } };
    expect(await ask(webhooks, stranger, minutesAgo(1))).toMatchObject({ error: 'postback_endpoint_not_found' });
  });

  it('knows nothing of the future', async () => {
    const endpoint = await webhooks.anEndpoint('/future');
    const details = [{ field: 'since', code: 'out_of_range', message: expect.any(String) }];
    expect(await ask(webhooks, endpoint, minutesAgo(-1))).toMatchObject({ error: 'validation_error', details });
    expect(await ask(webhooks, endpoint, '1900-01-01')).toMatchObject({ ok: true });
  });
});

describe('What postback-endpoints.recover queues', () => {
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    // Nothing is taken from the table: what is queued can be looked at.
    webhooks = await WebhooksFixture.start({ limits: { claim: 0, recovered: 50, recoveredInStep: 7 } });
  });
  afterAll(() => webhooks.stop());

  const recover = async (endpoint: MadeEndpoint, way = {}, since = minutesAgo(60)) =>
    succeeded(await ask(webhooks, endpoint, since, way)).data;
  const dueOf = (endpointId: string) =>
    webhooks.database.query<{ event_id: string; priority: number; attempt_count: number; lease_owner: string | null }>(
      'SELECT * FROM due_deliveries WHERE endpoint_id = $1 ORDER BY event_id',
      [endpointId],
    );
  /** Deliveries of past minutes, oldest first. */
  const store = (
    { id: endpointId, merchantId }: MadeEndpoint,
    statuses: readonly ('exhausted' | 'canceled' | 'delivered' | 'retrying' | 'pending')[],
  ) =>
    storeDeliveries(
      webhooks.database,
      statuses.map((status, index) => ({
        merchantId,
        endpointId,
        status,
        occurredAt: new Date(Date.now() - (statuses.length - index) * 1_000),
      })),
    );

  it('is what failed or waits to be tried again, behind everything else; what is delivered or queued stays as it is', async () => {
    const endpoint = await webhooks.anEndpoint('/all-kinds');
    const stored = await store(endpoint, ['exhausted', 'canceled', 'retrying', 'delivered', 'pending']);
    expect(await recover(endpoint)).toEqual({ queued: 3, has_more: false });
    const due = await dueOf(endpoint.id);
    expect(due.slice(0, 3)).toEqual(
      stored
        .slice(0, 3)
        .map(({ eventId: event_id }) =>
          expect.objectContaining({ event_id, priority: DUE_PRIORITIES.recovered, attempt_count: 0 }),
        ),
    );
    expect(due.slice(3)).toEqual([
      expect.objectContaining({ event_id: stored[4]!.eventId, priority: DUE_PRIORITIES.first }),
    ]);
    const deliveries = await deliveriesOf(webhooks.database, endpoint.id);
    expect(deliveries.map(({ status }) => status)).toEqual(['pending', 'pending', 'pending', 'delivered', 'pending']);
  });

  it('is nothing that an instance is at, which may be its last attempt: there is more then', async () => {
    const endpoint = await webhooks.anEndpoint('/leased');
    const stored = await store(endpoint, [
      'retrying',
      'retrying',
      ...Array.from({ length: 20 }, () => 'delivered' as const),
    ]);
    const owner = newId();
    await webhooks.database.query('UPDATE due_deliveries SET lease_owner = $2 WHERE delivery_id = $1', [
      stored[0]!.id,
      owner,
    ]);
    const since = minutesAgo(60);
    expect(await recover(endpoint, {}, since)).toEqual({ queued: 1, has_more: true });
    const due = await dueOf(endpoint.id);
    expect(due.map(({ lease_owner, attempt_count }) => [lease_owner, attempt_count])).toEqual([
      [owner, 1],
      [null, 0],
    ]);
    await putInStatus(webhooks.database, stored.slice(0, 1), 'exhausted');
    expect(await recover(endpoint, {}, since)).toEqual({ queued: 1, has_more: false });
  });

  it('is not more than so many, the oldest, until somebody asks again', async () => {
    const endpoint = await webhooks.anEndpoint('/many');
    const stored = await store(
      endpoint,
      Array.from({ length: 120 }, (_, index) => (index % 6 ? 'exhausted' : 'delivered')),
    );
    const missed = stored.filter(({ status }) => status === 'exhausted').map(({ eventId }) => eventId);
    expect(await recover(endpoint)).toEqual({ queued: 50, has_more: true });
    expect((await dueOf(endpoint.id)).map(({ event_id }) => event_id)).toEqual(missed.slice(0, 50));
    expect(await recover(endpoint)).toEqual({ queued: 50, has_more: false });
    expect((await dueOf(endpoint.id)).map(({ event_id }) => event_id)).toEqual(missed);
    expect(await recover(endpoint)).toEqual({ queued: 0, has_more: false });
  });

  it('is queued once by a command that the bus brings twice', async () => {
    const endpoint = await webhooks.anEndpoint('/twice');
    await store(endpoint, ['exhausted']);
    const way = { messageId: newId() };
    expect([await recover(endpoint, way), await recover(endpoint, way)]).toEqual([
      { queued: 1, has_more: false },
      { queued: 1, has_more: false },
    ]);
    expect(await dueOf(endpoint.id)).toHaveLength(1);
  });

  it('is queued once when many ask at once', async () => {
    const endpoint = await webhooks.anEndpoint('/at-once');
    await store(
      endpoint,
      Array.from({ length: 40 }, () => 'exhausted'),
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => recover(endpoint)));
    expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(40);
    expect(await dueOf(endpoint.id)).toHaveLength(40);
  });

  it('is made once when the bus brings the events again at the same moment', async () => {
    const endpoint = await webhooks.anEndpoint('/raced');
    const { id: endpointId, merchantId } = endpoint;
    await update(webhooks, endpoint, { status: 'inactive' });
    const events = Array.from({ length: 40 }, () => anEvent(merchantId));
    await webhooks.bus.publish(events);
    await eventually(async () => {
      const kept = await webhooks.database.query('SELECT FROM events WHERE merchant_id = $1', [merchantId]);
      return kept.length === events.length;
    });
    await update(webhooks, endpoint, { status: 'active' });

    const meeting = webhooks.database.transaction(async (transaction) => {
      // Both come to this delivery, each with those before it in hand, and wait for what becomes of it.
      await transaction.query(
        `INSERT INTO deliveries (id, endpoint_id, merchant_id, event_id, event, resource_id, status, created_at)
         SELECT $1, $2, merchant_id, id, event, resource_id, 'pending', now() FROM events WHERE id = $3`,
        [deliveryIdOf(events[20]!.id, endpointId), endpointId, events[20]!.id],
      );
      const recovering = recover(endpoint);
      // Backwards: two who made them in the order in which they come would wait for each other.
      const publishing = webhooks.bus.publish(events.toReversed());
      await eventually(async () => (await lockWaiters(webhooks.database)) === 2);
      throw new Undone(Promise.all([recovering, publishing]));
    });
    const { both } = (await meeting.catch((error: unknown) => error)) as Undone;

    expect((await both)[0].queued).toBeLessThanOrEqual(events.length);
    await eventually(async () => (await deliveriesOf(webhooks.database, endpointId)).length === events.length);
    const [row] = await webhooks.database.query<{ deadlocks: bigint }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(row!.deadlocks).toBe(0n);
  });
});

/** Rolls a transaction back. */
class Undone extends Error {
  constructor(readonly both: Promise<readonly [PostbackRecovery, void]>) {
    super();
  }
}
