import { InProcessBus } from '@centavo/messaging';
import { eventually, silentLogger, testSettings } from '@centavo/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { anEvent } from '../testing/an-event.js';
import { countDue, deliveriesOf } from '../testing/deliveries.js';
import { startWebhooks } from '../testing/start-webhooks.js';
import { verifyPostback } from '../testing/verify-postback.js';
import { secretIn, succeeded, WebhooksFixture, type MadeEndpoint } from '../testing/webhooks-fixture.js';

const WAITING = 10;
const UNDER_WAY = 2;
const LIMITS = { inFlightPerEndpoint: UNDER_WAY, claimPauseMs: 5, refreshMs: 20 };

describe('an endpoint that is changed while deliveries wait in memory', () => {
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    // Nothing but the change itself may tell the instance.
    webhooks = await WebhooksFixture.start({ limits: { ...LIMITS, refreshMs: 600_000 } });
  });
  afterAll(() => webhooks.stop());

  const publish = ({ merchantId }: MadeEndpoint) =>
    webhooks.bus.publish(Array.from({ length: WAITING + UNDER_WAY }, () => anEvent(merchantId)));

  /** An endpoint with as many attempts under way as it may have, and others that wait for them. */
  async function busyEndpoint(path: string): Promise<{ endpoint: MadeEndpoint; release: () => void }> {
    const held = Promise.withResolvers<void>();
    webhooks.receiver.answers.set(path, () => held.promise.then(() => ({ status: 204 })));
    const endpoint = await webhooks.anEndpoint(path);
    await publish(endpoint);
    await eventually(() => webhooks.receiver.at(path).length === UNDER_WAY);
    return { endpoint, release: held.resolve };
  }

  it.each(['delete', 'pause'] as const)('gets nothing more after a %s', async (change) => {
    const { endpoint, release } = await busyEndpoint(`/${change}`);
    const { command } = endpoint;
    if (change === 'delete') succeeded(await webhooks.ask('postback-endpoints.delete', command));
    else succeeded(await webhooks.ask('postback-endpoints.update', { ...command, body: { status: 'inactive' } }));
    release();
    // What comes later has gone all the way, as often as would have been sent.
    const witness = await webhooks.anEndpoint(`/witness-of-${change}`);
    await publish(witness);
    await eventually(() => webhooks.receiver.at(`/witness-of-${change}`).length === WAITING + UNDER_WAY);
    expect(webhooks.receiver.at(`/${change}`)).toHaveLength(UNDER_WAY);
    const statuses = (await deliveriesOf(webhooks.database, endpoint.id)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['canceled']));
  });

  it('gets what waits at its new address', async () => {
    const { endpoint, release } = await busyEndpoint('/old');
    const body = { url: webhooks.receiver.url('/new') };
    succeeded(await webhooks.ask('postback-endpoints.update', { ...endpoint.command, body }));
    release();
    await eventually(() => webhooks.receiver.at('/new').length === WAITING);
    expect(webhooks.receiver.at('/old')).toHaveLength(UNDER_WAY);
  });

  it('gets what waits signed with its new secret', async () => {
    const { endpoint, release } = await busyEndpoint('/rotated');
    const rotated = succeeded(await webhooks.ask('postback-endpoints.rotate-secret', endpoint.command));
    release();
    await eventually(() => webhooks.receiver.at('/rotated').length === WAITING + UNDER_WAY);
    for (const postback of webhooks.receiver.at('/rotated').slice(UNDER_WAY)) {
      expect(verifyPostback(postback, secretIn(rotated.data))).toBeDefined();
    }
  });

  it('gets what waits in other instances at its new address too', async () => {
    const bus = new InProcessBus({ logger: silentLogger });
    const database = await webhooks.server.database('webhooks');
    const other = await startWebhooks({ bus, database, settings: testSettings(), logger: silentLogger }, LIMITS);
    const endpoint = await webhooks.anEndpoint('/before');
    webhooks.receiver.answers.set('/before', () => delay(100, { status: 204 }));
    const events = Array.from({ length: 100 }, () => anEvent(endpoint.merchantId));
    await bus.publish(events);
    await eventually(() => webhooks.receiver.at('/before').length > 0);
    const body = { url: webhooks.receiver.url('/after') };
    succeeded(await webhooks.ask('postback-endpoints.update', { ...endpoint.command, body }));
    await eventually(async () => expect(await countDue(webhooks.database, endpoint.id)).toBe(0));
    expect(webhooks.receiver.at('/after').length).toBeGreaterThan(events.length / 2);
    await other.stop();
    await bus.close();
  });
});
