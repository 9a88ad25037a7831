import { InProcessBus } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import { eventually, silentLogger, testSettings } from '@centavo/testing';
import { forgetFailures, updateEndpoint } from '../endpoints/endpoints.sql.js';
import { anEvent } from '../testing/an-event.js';
import { deliveriesOf } from '../testing/deliveries.js';
import { startWebhooks } from '../testing/start-webhooks.js';
import { countWaiting } from '../testing/waiting.js';
import { succeeded, WebhooksFixture, type MadeEndpoint } from '../testing/webhooks-fixture.js';

/** More than there are connections, and as many as are under way to one endpoint at once. */
const MANY = 32;
const DRAIN_MS = 500;

describe('an endpoint that is to be disabled', () => {
  let webhooks: WebhooksFixture;
  beforeAll(async () => {
    webhooks = await WebhooksFixture.start();
    webhooks.receiver.answers.set('/gone', () => ({ status: 410 }));
    webhooks.receiver.answers.set('/failing', () => ({ status: 500 }));
  });
  afterAll(() => webhooks.stop());

  const statusOf = async (endpointId: string): Promise<string> => {
    const rows = await webhooks.database.query<{ status: string }>(
      'SELECT status FROM postback_endpoints WHERE id = $1',
      [endpointId],
    );
    return rows[0]!.status;
  };
  const isDisabled = ({ id }: MadeEndpoint) => eventually(async () => expect(await statusOf(id)).toBe('disabled'));

  const statusesOf = async ({ id }: MadeEndpoint): Promise<Set<string>> =>
    new Set((await deliveriesOf(webhooks.database, id)).map(({ status }) => status));
  const haveBecome = (status: string, endpoint: MadeEndpoint) =>
    eventually(async () => expect(await statusesOf(endpoint)).toEqual(new Set([status])));

  const send = ({ merchantId }: MadeEndpoint, count = 1, bus = webhooks.bus) =>
    bus.publish(Array.from({ length: count }, () => anEvent(merchantId)));

  /** What was asked for before has then been done, or not: it is one after the other. */
  async function othersHaveBeenDecided(): Promise<void> {
    const last = await webhooks.anEndpoint('/gone');
    await send(last);
    await isDisabled(last);
  }

  /** As by a merchant's change of it, which takes its time. */
  async function whileHeld({ id }: MadeEndpoint, work: (transaction: Transaction) => Promise<void>): Promise<void> {
    const other = await webhooks.server.database('webhooks');
    await other.transaction(async (transaction) => {
      await transaction.query('SELECT FROM postback_endpoints WHERE id = $1 FOR UPDATE', [id]);
      await work(transaction);
    });
  }
  const isWaitedFor = () =>
    eventually(async () => expect(await countWaiting(webhooks.database, 'postback_endpoints')).toBe(1));

  async function aFailingEndpoint(): Promise<MadeEndpoint> {
    const endpoint = await webhooks.anEndpoint('/failing');
    await webhooks.database.query(`INSERT INTO failing_endpoints VALUES ($1, now() - interval '6 days')`, [
      endpoint.id,
    ]);
    return endpoint;
  }

  it('stays when it was its previous address that answered 410, and not when the new one does', async () => {
    const endpoint = await webhooks.anEndpoint('/old');
    const held = Promise.withResolvers<void>();
    webhooks.receiver.answers.set('/old', () => held.promise.then(() => ({ status: 410 })));
    await send(endpoint);
    await eventually(() => webhooks.receiver.at('/old').length === 1);
    const body = { url: webhooks.receiver.url('/gone') };
    succeeded(await webhooks.ask('postback-endpoints.update', { ...endpoint.command, body }));
    held.resolve();
    await haveBecome('canceled', endpoint);
    await othersHaveBeenDecided();
    await expect(statusOf(endpoint.id)).resolves.toBe('active');

    await send(endpoint);
    await isDisabled(endpoint);
  });

  it('stays when its address was changed while that was waited for', async () => {
    const endpoint = await aFailingEndpoint();
    await whileHeld(endpoint, async (transaction) => {
      await send(endpoint);
      await isWaitedFor();
      await forgetFailures(transaction, endpoint.id);
      await updateEndpoint(transaction, endpoint.id, { url: webhooks.receiver.url('/new') }, new Date());
    });
    await othersHaveBeenDecided();
    await expect(statusOf(endpoint.id)).resolves.toBe('active');
  });

  it.each([
    ['answers 410 to many at once', () => webhooks.anEndpoint('/gone'), 'canceled'],
    ['has been failing for days', aFailingEndpoint, 'retrying'],
  ] as const)('keeps nobody else waiting with it: %s', async (_what, make, status) => {
    const [doomed, healthy] = [await make(), await webhooks.anEndpoint('/healthy')];
    await whileHeld(doomed, async () => {
      await send(doomed, MANY);
      await isWaitedFor();
      await haveBecome(status, doomed);
      await send(healthy, MANY);
      await haveBecome('delivered', healthy);
      await expect(countWaiting(webhooks.database, 'postback_endpoints')).resolves.toBe(1);
    });
    await isDisabled(doomed);
  });

  it('is waited for by a shutdown, as long as attempts are', async () => {
    const bus = new InProcessBus({ logger: silentLogger });
    const database = await webhooks.server.database('webhooks');
    const platform = { bus, database, settings: testSettings(), logger: silentLogger };
    const service = await startWebhooks(platform, { drainMs: DRAIN_MS });
    const endpoint = await webhooks.anEndpoint('/gone');
    await whileHeld(endpoint, async () => {
      await send(endpoint, 1, bus);
      await isWaitedFor();
      const startedMs = performance.now();
      await service.stop();
      // Timers may be a little early.
      expect(performance.now() - startedMs).toBeGreaterThan(0.9 * DRAIN_MS);
    });
    await isDisabled(endpoint);
    await bus.close();
  });
});
