import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { RETRY_SCHEDULE } from '../delivery/retry-schedule.domain.js';
import { anEvent } from '../testing/an-event.js';
import { countDue, deliveriesOf, type DeliveryRow } from '../testing/deliveries.js';
import { silence } from '../testing/receiver-paths.js';
import { putInStatus, storeDeliveries } from '../testing/stored-deliveries.js';
import { succeeded, WebhooksFixture, type MadeEndpoint } from '../testing/webhooks-fixture.js';

const HOUR_MS = 3_600_000;

const draftOf = ({ id: endpointId, merchantId }: MadeEndpoint) => ({ endpointId, merchantId });

describe('postback-deliveries.resend', () => {
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    // What is not sent again by somebody is not sent again while this test runs.
    const retrySchedule = { ...RETRY_SCHEDULE, pausesMs: [0, HOUR_MS] };
    webhooks = await WebhooksFixture.start({ limits: { retrySchedule, claimPauseMs: 5, drainMs: 100 } });
  });
  afterAll(() => webhooks.stop());

  const resend = (merchantId: string, deliveryId: string, way = {}) =>
    webhooks.ask(
      'postback-deliveries.resend',
      { merchant_id: merchantId, delivery_id: deliveryId, idempotency: null, body: null },
      way,
    );
  const inStatus = (endpointId: string, status: string, attempts = 1): Promise<DeliveryRow> =>
    eventually(async () => {
      const [delivery] = await deliveriesOf(webhooks.database, endpointId);
      return delivery?.status === status && delivery.attempt_count === attempts && delivery;
    }) as Promise<DeliveryRow>;

  /** An event has been sent to an endpoint, and was answered. */
  async function attempted(endpoint: MadeEndpoint, status: string): Promise<DeliveryRow> {
    await webhooks.bus.publish([anEvent(endpoint.merchantId)]);
    return inStatus(endpoint.id, status);
  }

  it.each(['delivered', 'exhausted', 'canceled'] as const)('sends again what is %s', async (status) => {
    const path = `/again-${status}`;
    const endpoint = await webhooks.anEndpoint(path);
    const { id } = await attempted(endpoint, 'delivered');
    await webhooks.database.query('UPDATE deliveries SET status = $2 WHERE id = $1', [id, status]);

    const answer = succeeded(await resend(endpoint.merchantId, id));

    expect(answer).toMatchObject({
      status: 200,
      data: { id, status: 'pending', attempt_count: 1, delivered_at: null, next_attempt_at: expect.any(String) },
    });
    const delivery = await inStatus(endpoint.id, 'delivered', 2);
    expect(delivery.attempts.map(({ number }) => number)).toEqual([1, 2]);
    const [first, second] = webhooks.receiver.at(path);
    expect([second!.id, second!.body]).toEqual([first!.id, first!.body]);
  });

  it('brings forward what waits to be tried again, and begins its schedule anew', async () => {
    const endpoint = await webhooks.anEndpoint('/waiting');
    webhooks.receiver.answers.set('/waiting', () => ({ status: 500 }));
    const { id } = await attempted(endpoint, 'retrying');
    await resend(endpoint.merchantId, id);
    await inStatus(endpoint.id, 'retrying', 2);
    webhooks.receiver.answers.delete('/waiting');
    await resend(endpoint.merchantId, id);
    await inStatus(endpoint.id, 'delivered', 3);
  });

  it('leaves alone what is under way', async () => {
    const endpoint = await webhooks.anEndpoint('/slow');
    const answered = Promise.withResolvers<{ status: number }>();
    webhooks.receiver.answers.set('/slow', () => answered.promise);
    await webhooks.bus.publish([anEvent(endpoint.merchantId)]);
    await eventually(() => webhooks.receiver.at('/slow').length === 1);
    const [{ id }] = (await deliveriesOf(webhooks.database, endpoint.id)) as [DeliveryRow];

    expect(succeeded(await resend(endpoint.merchantId, id)).message).toMatch('just now');

    answered.resolve({ status: 204 });
    await inStatus(endpoint.id, 'delivered');
    expect(await countDue(webhooks.database, endpoint.id)).toBe(0);
    expect(webhooks.receiver.at('/slow')).toHaveLength(1);
  });

  it('takes over what an instance had leased that is gone', async () => {
    const endpoint = await webhooks.anEndpoint('/taken-over');
    const [delivery] = await storeDeliveries(webhooks.database, [draftOf(endpoint)]);
    await webhooks.database.query(
      `UPDATE due_deliveries SET lease_owner = $2, available_at = now() - interval '1 s' WHERE delivery_id = $1`,
      [delivery!.id, newId()],
    );
    expect(succeeded(await resend(endpoint.merchantId, delivery!.id)).message).toBe('Delivery queued.');
    await inStatus(endpoint.id, 'delivered');
  });

  it('sends once when the bus brings the command twice', async () => {
    const endpoint = await webhooks.anEndpoint('/once');
    const { id } = await attempted(endpoint, 'delivered');
    const way = { messageId: newId() };
    const first = await resend(endpoint.merchantId, id, way);
    await inStatus(endpoint.id, 'delivered', 2);
    expect(await resend(endpoint.merchantId, id, way)).toMatchObject({ ...first, replayed: true });
    expect(await countDue(webhooks.database, endpoint.id)).toBe(0);
  });

  it('queues once when many ask at once', async () => {
    const endpoint = await webhooks.anEndpoint('/many');
    webhooks.receiver.answers.set('/many', silence);
    const [delivery] = await storeDeliveries(webhooks.database, [{ ...draftOf(endpoint), status: 'exhausted' }]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => resend(endpoint.merchantId, delivery!.id)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    await eventually(() => webhooks.receiver.at('/many').length > 0);
    expect(await countDue(webhooks.database, endpoint.id)).toBe(1);
    expect(webhooks.receiver.at('/many')).toHaveLength(1);
  });

  it('leaves nothing behind when the endpoint goes at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const endpoint = await webhooks.anEndpoint('/going');
      const { id } = await attempted(endpoint, 'delivered');
      await Promise.all([
        webhooks.ask('postback-endpoints.delete', endpoint.command),
        ...Array.from({ length: 3 }, () => resend(endpoint.merchantId, id)),
      ]);
      expect(await countDue(webhooks.database, endpoint.id)).toBe(0);
      const [delivery] = await deliveriesOf(webhooks.database, endpoint.id);
      expect(['delivered', 'canceled']).toContain(delivery!.status);
    }
  });

  it.each<[string, (endpoint: MadeEndpoint) => Promise<unknown>, string]>([
    [
      'inactive',
      ({ command }) => webhooks.ask('postback-endpoints.update', { ...command, body: { status: 'inactive' } }),
      'is inactive',
    ],
    [
      'disabled',
      ({ id }) =>
        webhooks.database.query(
          `UPDATE postback_endpoints SET status = 'disabled', disabled_reason = 'gone', disabled_at = now() WHERE id = $1`,
          [id],
        ),
      'is disabled',
    ],
    ['deleted', ({ command }) => webhooks.ask('postback-endpoints.delete', command), 'is deleted'],
  ])('sends nothing to an endpoint that is %s', async (_status, change, said) => {
    const endpoint = await webhooks.anEndpoint('/inactive');
    const { id } = await attempted(endpoint, 'delivered');
    await change(endpoint);
    const answer = await resend(endpoint.merchantId, id);
    expect(answer).toMatchObject({
      ok: false,
      error: 'postback_endpoint_not_active',
      message: expect.stringMatching(said),
    });
    expect(await countDue(webhooks.database, endpoint.id)).toBe(0);
  });

  it('knows nothing of what another merchant was sent, or nobody was, or whose event is gone', async () => {
    const endpoint = await webhooks.anEndpoint('/unknown');
    const [delivery] = await storeDeliveries(webhooks.database, [draftOf(endpoint)]);
    await putInStatus(webhooks.database, [delivery!], 'delivered');
    const notFound = { ok: false, error: 'postback_delivery_not_found' };
    expect(await resend(newId(), delivery!.id)).toMatchObject(notFound);
    expect(await resend(endpoint.merchantId, newId())).toMatchObject(notFound);
    await webhooks.database.query('DELETE FROM events WHERE id = $1', [delivery!.eventId]);
    expect(await resend(endpoint.merchantId, delivery!.id)).toMatchObject(notFound);
  });
});
