import { presentPostbackEndpoint, type PostbackEndpointRecord } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually, lockWaiters } from '@centavo/testing';
import { deliveriesOf } from '../testing/deliveries.js';
import { verifyPostback } from '../testing/verify-postback.js';
import { succeeded, WebhooksFixture, type MadeEndpoint } from '../testing/webhooks-fixture.js';

const tryOut = (webhooks: WebhooksFixture, { command }: MadeEndpoint, way = {}) =>
  webhooks.ask('postback-endpoints.test', command, way);

describe('postback-endpoints.test', () => {
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    webhooks = await WebhooksFixture.start();
  });
  afterAll(() => webhooks.stop());

  const sequenceOf = async ({ id }: MadeEndpoint) => {
    const [row] = await webhooks.database.query('SELECT sequence FROM postback_endpoints WHERE id = $1', [id]);
    return row!.sequence;
  };

  it('sends the endpoint itself to the endpoint, whatever it wants to hear, and to no other', async () => {
    const merchantId = newId();
    const endpoint = await webhooks.anEndpoint('/tried', { merchantId, events: ['charge.failed'] });
    const other = await webhooks.anEndpoint('/curious', { merchantId, events: ['*', 'postback.test'] });
    const answer = await tryOut(webhooks, endpoint);
    const delivery = succeeded(answer).data;
    expect(answer).toMatchObject({ status: 201 });
    await eventually(() => webhooks.receiver.at('/tried').length === 1);

    const [record] = await webhooks.database.query<PostbackEndpointRecord>(
      'SELECT * FROM published_postback_endpoints WHERE id = $1',
      [endpoint.id],
    );
    expect(verifyPostback(webhooks.receiver.at('/tried')[0]!, endpoint.secret)).toEqual({
      id: delivery.event_id,
      event: 'postback.test',
      occurred_at: delivery.created_at,
      sequence: 1,
      api_version: expect.any(String),
      data: presentPostbackEndpoint(record!),
    });
    expect(webhooks.receiver.at('/curious')).toEqual([]);
    await expect(deliveriesOf(webhooks.database, other.id)).resolves.toEqual([]);
  });

  it('answers the delivery as the log shows it from then on', async () => {
    const endpoint = await webhooks.anEndpoint('/logged');
    const { id, ...delivery } = succeeded(await tryOut(webhooks, endpoint)).data;
    expect(delivery).toEqual({
      endpoint_id: endpoint.id,
      event: 'postback.test',
      event_id: expect.any(String),
      resource_id: endpoint.id,
      status: 'pending',
      attempt_count: 0,
      next_attempt_at: delivery.created_at,
      delivered_at: null,
      created_at: expect.any(String),
      attempts: [],
    });
    await eventually(async () => {
      const deliveries = await deliveriesOf(webhooks.database, endpoint.id);
      expect(deliveries).toMatchObject([{ id, event_id: delivery.event_id, status: 'delivered', attempt_count: 1 }]);
      expect(deliveries[0]).toMatchObject({ created_at: new Date(delivery.created_at) });
    });
  });

  it("counts the endpoint's own events", async () => {
    const endpoint = await webhooks.anEndpoint('/counting');
    await Promise.all(Array.from({ length: 5 }, () => tryOut(webhooks, endpoint)));
    await eventually(() => webhooks.receiver.at('/counting').length === 5);
    const payloads = webhooks.receiver.at('/counting').map(({ body }) => JSON.parse(body) as { sequence: number });
    expect(new Set(payloads.map(({ sequence }) => sequence))).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('sends one event when the bus brings the command twice', async () => {
    const endpoint = await webhooks.anEndpoint('/once');
    const messageId = newId();
    const first = succeeded(await tryOut(webhooks, endpoint, { messageId }));
    expect(await tryOut(webhooks, endpoint, { messageId })).toEqual({ ...first, replayed: true });
    await expect(deliveriesOf(webhooks.database, endpoint.id)).resolves.toHaveLength(1);
  });

  it.each([
    ['inactive', `status = 'inactive'`],
    ['disabled', `status = 'disabled', disabled_reason = 'gone', disabled_at = now()`],
  ])('refuses an endpoint that is %s', async (status, change) => {
    const endpoint = await webhooks.anEndpoint('/asleep');
    await webhooks.database.query(`UPDATE postback_endpoints SET ${change} WHERE id = $1`, [endpoint.id]);
    expect(await tryOut(webhooks, endpoint)).toMatchObject({
      error: 'postback_endpoint_not_active',
      message: expect.stringContaining(status),
    });
    await expect(deliveriesOf(webhooks.database, endpoint.id)).resolves.toEqual([]);
    expect(await sequenceOf(endpoint)).toBe(0);
  });

  it("knows no endpoint of another merchant's", async () => {
    const endpoint = await webhooks.anEndpoint('/mine');
    const stranger = { ...endpoint, command: { ...endpoint.command, merchant_id: newId() } };
    expect(await tryOut(webhooks, stranger)).toMatchObject({ error: 'postback_endpoint_not_found' });
    await expect(deliveriesOf(webhooks.database, endpoint.id)).resolves.toEqual([]);
  });

  it('sends nothing to an endpoint that is deleted meanwhile', async () => {
    const endpoint = await webhooks.anEndpoint('/going');
    const elsewhere = await webhooks.server.database('webhooks');
    const testing = await elsewhere.transaction(async (transaction) => {
      await transaction.query(`UPDATE postback_endpoints SET status = 'inactive', deleted_at = now() WHERE id = $1`, [
        endpoint.id,
      ]);
      const answer = tryOut(webhooks, endpoint);
      await eventually(async () => expect(await lockWaiters(webhooks.database)).toBe(1));
      return [answer];
    });
    expect(await testing[0]).toMatchObject({ error: 'postback_endpoint_not_found' });
    await expect(deliveriesOf(webhooks.database, endpoint.id)).resolves.toEqual([]);
  });
});

describe('postback-endpoints.test, on an instance with no room in memory', () => {
  it('leaves the delivery to the table, from where it goes at once', async () => {
    const webhooks = await WebhooksFixture.start({ limits: { waiting: 0 } });
    const endpoint = await webhooks.anEndpoint('/patient');
    await tryOut(webhooks, endpoint);
    await eventually(() => webhooks.receiver.at('/patient').length === 1);
    await webhooks.stop();
  });
});
