import type { UpdatePostbackEndpointDto } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { RETRY_SCHEDULE } from '../delivery/retry-schedule.domain.js';
import { anEvent } from '../testing/an-event.js';
import { countDue, deliveriesOf } from '../testing/deliveries.js';
import { succeeded, WebhooksFixture, type MadeEndpoint } from '../testing/webhooks-fixture.js';

describe('postback-endpoints.update', () => {
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    const retrySchedule = { ...RETRY_SCHEDULE, pausesMs: [0, 20, 40] };
    webhooks = await WebhooksFixture.start({ limits: { retrySchedule, claimPauseMs: 5 } });
  });
  afterAll(() => webhooks.stop());

  const update = (endpoint: MadeEndpoint, body: UpdatePostbackEndpointDto, way = {}) =>
    webhooks.ask('postback-endpoints.update', { ...endpoint.command, body }, way);
  const updated = async (endpoint: MadeEndpoint, body: UpdatePostbackEndpointDto) =>
    succeeded(await update(endpoint, body)).data;
  const published = async ({ id }: MadeEndpoint) => {
    const [row] = await webhooks.database.query('SELECT * FROM published_postback_endpoints WHERE id = $1', [id]);
    return row!;
  };
  const events = (id: string) => webhooks.database.query('SELECT FROM events WHERE id = $1', [id]);
  const statuses = async ({ id }: MadeEndpoint) =>
    (await deliveriesOf(webhooks.database, id)).map(({ status }) => status);

  /** As if nothing had succeeded there for five days. */
  const disable = ({ id }: MadeEndpoint) =>
    webhooks.database.query(
      `WITH failing AS (INSERT INTO failing_endpoints VALUES ($1, now() - interval '5 days'))
       UPDATE postback_endpoints SET status = 'disabled', disabled_reason = 'failing', disabled_at = now() WHERE id = $1`,
      [id],
    );
  const failures = ({ id }: MadeEndpoint) =>
    webhooks.database.query('SELECT FROM failing_endpoints WHERE endpoint_id = $1', [id]);

  it.each<UpdatePostbackEndpointDto>([
    { url: 'https://example.com/elsewhere' },
    { events: ['receivable.*', 'charge.failed'] },
    { status: 'inactive' },
    { url: 'https://example.com/', events: ['*'], status: 'active' },
  ])('changes what is named and leaves the rest: %j', async (body) => {
    const endpoint = await webhooks.anEndpoint('/changed', { events: ['charge.*'] });
    const before = await published(endpoint);
    const answer = await updated(endpoint, body);
    expect(answer).toMatchObject({ url: before.url, events: ['charge.*'], status: 'active', ...body });
    expect(answer).not.toHaveProperty('secret');
    expect(Date.parse(answer.updated_at)).toBeGreaterThan((before.updated_at as Date).getTime());
    expect(await published(endpoint)).toEqual({ ...before, ...body, updated_at: new Date(answer.updated_at) });
  });

  it('changes nothing when nothing is named', async () => {
    const endpoint = await webhooks.anEndpoint('/unchanged');
    const before = await published(endpoint);
    expect(await updated(endpoint, {})).toMatchObject({
      id: endpoint.id,
      updated_at: (before.updated_at as Date).toISOString(),
    });
    expect(await published(endpoint)).toEqual(before);
  });

  it('says of all that is wrong, and changes nothing then', async () => {
    const endpoint = await webhooks.anEndpoint('/right');
    const before = await published(endpoint);
    const wrong = await update(endpoint, {
      url: 'http://10.0.0.1/',
      events: ['*', 'charge.unknown'],
      status: 'inactive',
    });
    expect(wrong).toMatchObject({
      ok: false,
      error: 'validation_error',
      details: [
        { field: 'url', code: 'url_not_allowed' },
        { field: 'events.1', code: 'invalid_value' },
      ],
    });
    expect(await update(endpoint, { url: 'http://10.0.0.1/' })).toMatchObject({ error: 'url_not_allowed' });
    expect(await published(endpoint)).toEqual(before);
  });

  it("knows no endpoint of another merchant's", async () => {
    const endpoint = await webhooks.anEndpoint('/mine');
    const stranger = { ...endpoint, command: { ...endpoint.command, merchant_id: newId() } };
    expect(await update(stranger, { status: 'inactive' })).toMatchObject({ error: 'postback_endpoint_not_found' });
    expect(await update(stranger, {})).toMatchObject({ error: 'postback_endpoint_not_found' });
    expect(await published(endpoint)).toMatchObject({ status: 'active' });
  });

  it('is carried out once when the bus brings it twice', async () => {
    const endpoint = await webhooks.anEndpoint('/once');
    const messageId = newId();
    await update(endpoint, { status: 'inactive' }, { messageId });
    await update(endpoint, { status: 'active' });
    expect(await update(endpoint, { status: 'inactive' }, { messageId })).toMatchObject({
      replayed: true,
      data: { status: 'inactive' },
    });
    expect(await published(endpoint)).toMatchObject({ status: 'active' });
  });

  it('cancels what waits for an endpoint that is made inactive, and brings it nothing any more', async () => {
    const endpoint = await webhooks.anEndpoint('/paused');
    const { answers } = webhooks.receiver;
    answers.set('/paused', () => ({ status: 503, headers: { 'retry-after': '3600' } }));
    await webhooks.bus.publish([anEvent(endpoint.merchantId)]);
    await eventually(async () => expect(await statuses(endpoint)).toEqual(['retrying']));

    await updated(endpoint, { status: 'inactive' });
    expect(await statuses(endpoint)).toEqual(['canceled']);
    expect(await countDue(webhooks.database, endpoint.id)).toBe(0);

    answers.delete('/paused');
    const missed = anEvent(endpoint.merchantId);
    await webhooks.bus.publish([missed]);
    // Kept, so that it can be recovered.
    await eventually(async () => expect(await events(missed.id)).toHaveLength(1));
    await updated(endpoint, { status: 'active' });
    const heard = anEvent(endpoint.merchantId);
    await webhooks.bus.publish([heard]);
    await eventually(() => webhooks.receiver.idsAt('/paused').includes(heard.id));
    expect(webhooks.receiver.idsAt('/paused')).not.toContain(missed.id);
  });

  it('leaves nothing behind of events that come while it is made inactive', async () => {
    const endpoint = await webhooks.anEndpoint('/pausing');
    webhooks.receiver.answers.set('/pausing', () => ({ status: 500 }));
    const during = Array.from({ length: 40 }, () => webhooks.bus.publish([anEvent(endpoint.merchantId)]));
    await updated(endpoint, { status: 'inactive' });
    await Promise.all(during);
    await eventually(async () => expect(await countDue(webhooks.database, endpoint.id)).toBe(0));
    const left = (await statuses(endpoint)).filter((status) => status !== 'canceled' && status !== 'exhausted');
    expect(left).toEqual([]);
  });

  it('brings what waits to the new address', async () => {
    const endpoint = await webhooks.anEndpoint('/old');
    const held = Promise.withResolvers<void>();
    webhooks.receiver.answers.set('/old', () => held.promise.then(() => ({ status: 500 })));
    const event = anEvent(endpoint.merchantId);
    await webhooks.bus.publish([event]);
    await eventually(() => webhooks.receiver.at('/old').length === 1);
    await updated(endpoint, { url: webhooks.receiver.url('/new') });
    held.resolve();
    await eventually(async () => expect(await statuses(endpoint)).toEqual(['delivered']));
    expect(webhooks.receiver.idsAt('/new')).toEqual([event.id]);
    expect(webhooks.receiver.at('/old')).toHaveLength(1);
  });

  it.each(['active', 'inactive'] as const)('ends why it was disabled when it is set %s', async (status) => {
    const endpoint = await webhooks.anEndpoint('/disabled');
    await disable(endpoint);
    expect(await updated(endpoint, { status })).toMatchObject({ status, disabled_reason: null, disabled_at: null });
    expect(await failures(endpoint)).toEqual([]);
  });

  it('keeps it disabled when only what it hears is changed', async () => {
    const endpoint = await webhooks.anEndpoint('/disabled');
    await disable(endpoint);
    const answer = await updated(endpoint, { events: ['charge.failed'] });
    expect(answer).toMatchObject({ status: 'disabled', disabled_reason: 'failing', disabled_at: expect.any(String) });
    expect(await failures(endpoint)).toHaveLength(1);
  });

  it('forgets failures at another address', async () => {
    const endpoint = await webhooks.anEndpoint('/failing');
    await webhooks.database.query('INSERT INTO failing_endpoints VALUES ($1, now())', [endpoint.id]);
    await updated(endpoint, { url: webhooks.receiver.url('/working') });
    expect(await failures(endpoint)).toEqual([]);
  });
});
