import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { deliveryIdOf } from '../delivery/delivery-id.domain.js';
import { RETRY_SCHEDULE } from '../delivery/retry-schedule.domain.js';
import { insertDeliveries } from '../fan-out/fan-out.sql.js';
import { anEvent } from '../testing/an-event.js';
import { countDue, deliveriesOf } from '../testing/deliveries.js';
import { succeeded, WebhooksFixture, type MadeEndpoint } from '../testing/webhooks-fixture.js';

describe('postback-endpoints.delete', () => {
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    const retrySchedule = { ...RETRY_SCHEDULE, pausesMs: [0, 20, 40] };
    webhooks = await WebhooksFixture.start({ limits: { retrySchedule, claimPauseMs: 5, claimIdleMs: 50 } });
  });
  afterAll(() => webhooks.stop());

  const remove = ({ command }: MadeEndpoint, way = {}) => webhooks.ask('postback-endpoints.delete', command, way);
  const statuses = async ({ id }: MadeEndpoint) =>
    (await deliveriesOf(webhooks.database, id)).map(({ status }) => status);

  it('takes the endpoint away for good, and erases its secrets', async () => {
    const endpoint = await webhooks.anEndpoint('/gone');
    const { command, id } = endpoint;
    expect(succeeded(await remove(endpoint)).data).toEqual({ id, deleted: true });
    const refusals = [
      await remove(endpoint),
      await webhooks.ask('postback-endpoints.update', { ...command, body: { status: 'active' } }),
      await webhooks.ask('postback-endpoints.rotate-secret', command),
      await webhooks.ask('postback-endpoints.test', command),
    ];
    for (const refusal of refusals) expect(refusal).toMatchObject({ error: 'postback_endpoint_not_found' });
    const { database } = webhooks;
    await expect(database.query('SELECT FROM postback_secrets WHERE endpoint_id = $1', [id])).resolves.toEqual([]);
    await expect(database.query('SELECT FROM published_postback_endpoints WHERE id = $1', [id])).resolves.toEqual([]);
  });

  it("knows no endpoint of another merchant's", async () => {
    const endpoint = await webhooks.anEndpoint('/mine');
    const stranger = { ...endpoint, command: { ...endpoint.command, merchant_id: newId() } };
    expect(await remove(stranger)).toMatchObject({ error: 'postback_endpoint_not_found' });
    expect(await remove(endpoint)).toMatchObject({ ok: true });
  });

  it('gives the same answer again when the bus brings the command twice', async () => {
    const endpoint = await webhooks.anEndpoint('/twice');
    const messageId = newId();
    await remove(endpoint, { messageId });
    expect(await remove(endpoint, { messageId })).toMatchObject({ ok: true, replayed: true });
  });

  it('can be done to a disabled one', async () => {
    const endpoint = await webhooks.anEndpoint('/disabled');
    await webhooks.database.query(
      `UPDATE postback_endpoints SET status = 'disabled', disabled_reason = 'gone', disabled_at = now() WHERE id = $1`,
      [endpoint.id],
    );
    expect(await remove(endpoint)).toMatchObject({ ok: true });
  });

  it('cancels what waits, and brings it nothing any more', async () => {
    const merchantId = newId();
    const endpoint = await webhooks.anEndpoint('/leaving', { merchantId });
    await webhooks.anEndpoint('/staying', { merchantId });
    webhooks.receiver.answers.set('/leaving', () => ({ status: 503, headers: { 'retry-after': '3600' } }));
    await webhooks.bus.publish([anEvent(merchantId)]);
    await eventually(async () => expect(await statuses(endpoint)).toEqual(['retrying']));
    await remove(endpoint);
    expect(await statuses(endpoint)).toEqual(['canceled']);
    expect(await countDue(webhooks.database, endpoint.id)).toBe(0);

    const later = anEvent(merchantId);
    await webhooks.bus.publish([later]);
    await eventually(() => webhooks.receiver.idsAt('/staying').includes(later.id));
    expect(webhooks.receiver.idsAt('/leaving')).not.toContain(later.id);
  });

  it('ends a delivery whose attempt is under way: it is not tried again', async () => {
    const endpoint = await webhooks.anEndpoint('/under-way');
    const held = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    webhooks.receiver.answers.set('/under-way', async () => {
      await held.promise;
      answered.resolve();
      return { status: 500 };
    });
    await webhooks.bus.publish([anEvent(endpoint.merchantId)]);
    await eventually(() => webhooks.receiver.at('/under-way').length === 1);
    await remove(endpoint);
    held.resolve();
    await answered.promise;
    // What comes later has gone all the way, so a second attempt would have been made.
    const witness = await webhooks.anEndpoint('/witness');
    webhooks.receiver.answers.set('/witness', ({ path }) => ({
      status: webhooks.receiver.at(path).length < 3 ? 500 : 204,
    }));
    await webhooks.bus.publish([anEvent(witness.merchantId)]);
    await eventually(async () => expect(await statuses(witness)).toEqual(['delivered']));
    expect(webhooks.receiver.at('/under-way')).toHaveLength(1);
    expect(await statuses(endpoint)).toEqual(['canceled']);
  });

  it('cancels what an instance stores that has not heard of it yet', async () => {
    const endpoint = await webhooks.anEndpoint('/late');
    await remove(endpoint);
    const { merchantId, id: endpointId } = endpoint;
    const [id, resourceId, now] = [newId(), newId(), new Date()];
    const event = { id, merchantId, event: 'charge.pending', resourceId, body: '{}', traceparent: null };
    const delivery = { id: deliveryIdOf(id, endpointId), endpointId, event, here: false };
    await insertDeliveries(webhooks.database, [event], [delivery], { owner: newId(), now, until: now, inHand: [] });
    await eventually(async () => expect(await statuses(endpoint)).toEqual(['canceled']));
    expect(await countDue(webhooks.database, endpoint.id)).toBe(0);
    expect(webhooks.receiver.at('/late')).toEqual([]);
  });
});
