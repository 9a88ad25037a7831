import { InProcessBus } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, PostbackReceiver, silentLogger, testSettings, type TestDatabase } from '@centavo/testing';
import { anEndpoint } from '../testing/an-endpoint.js';
import { anEvent } from '../testing/an-event.js';
import { countDue, deliveriesOf } from '../testing/deliveries.js';
import { ReceiverPaths } from '../testing/receiver-paths.js';
import { startWebhooks, type RunningWebhooks } from '../testing/start-webhooks.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

interface Instance {
  readonly bus: InProcessBus;
  readonly webhooks: RunningWebhooks;
}

describe('an endpoint where nothing succeeds', () => {
  const settings = testSettings();
  let server: TestDatabase;
  let database: Database;
  let instances: [Instance, Instance];
  let listener: PostbackReceiver;
  let receiver: ReceiverPaths;

  async function start(): Promise<Instance> {
    const bus = new InProcessBus({ logger: silentLogger });
    const own = await server.database('webhooks');
    return { bus, webhooks: await startWebhooks({ bus, database: own, settings, logger: silentLogger }) };
  }

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
    instances = [await start(), await start()];
    listener = await PostbackReceiver.start();
    receiver = new ReceiverPaths(listener);
  });

  afterAll(async () => {
    for (const { webhooks, bus } of instances) {
      await webhooks.stop();
      await bus.close();
    }
    await listener.close();
    await server.close();
  });

  const failingSince = async (endpointId: string): Promise<Date | undefined> => {
    const rows = await database.query<{ failing_since: Date }>(
      'SELECT failing_since FROM failing_endpoints WHERE endpoint_id = $1',
      [endpointId],
    );
    return rows[0]?.failing_since;
  };

  /** As if so many days had passed since the first failure. */
  async function fiveDaysPass(endpointId: string): Promise<void> {
    await eventually(async () => expect(await failingSince(endpointId)).toBeDefined());
    await database.query(
      `UPDATE failing_endpoints SET failing_since = failing_since - interval '5 days' WHERE endpoint_id = $1`,
      [endpointId],
    );
  }

  const statusOf = async (endpointId: string) => {
    const [row] = await database.query('SELECT status, disabled_reason FROM postback_endpoints WHERE id = $1', [
      endpointId,
    ]);
    return row;
  };

  it('is disabled after five days by whichever instance notices, and the merchant hears of it once', async () => {
    const merchantId = newId();
    const failing = await anEndpoint(database, settings, receiver.url('/failing'), { merchantId });
    await anEndpoint(database, settings, receiver.url('/watching'), {
      merchantId,
      events: ['postback_endpoint.disabled'],
    });
    receiver.answers.set('/failing', () => ({ status: 500 }));
    await instances[0].bus.publish([anEvent(merchantId)]);
    await fiveDaysPass(failing.id);
    expect(await statusOf(failing.id)).toEqual({ status: 'active', disabled_reason: null });

    await Promise.all(instances.map(({ bus }) => bus.publish([anEvent(merchantId)])));
    await eventually(() => receiver.at('/watching').length > 0);
    expect(await statusOf(failing.id)).toEqual({ status: 'disabled', disabled_reason: 'failing' });
    // Both have noticed when both have written what they met, or met nothing because the other was first.
    await eventually(async () => expect(await countDue(database, failing.id)).toBe(0));
    const deliveries = await deliveriesOf(database, failing.id);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['canceled']));
    expect(receiver.at('/watching').map(({ body }) => JSON.parse(body))).toEqual([
      {
        id: expect.any(String),
        event: 'postback_endpoint.disabled',
        occurred_at: expect.any(String),
        sequence: 1,
        api_version: expect.any(String),
        data: expect.objectContaining({ id: failing.id, status: 'disabled', disabled_reason: 'failing' }),
      },
    ]);
  });

  it('is not disabled when something succeeds in between, on the other instance too', async () => {
    const { id, merchantId } = await anEndpoint(database, settings, receiver.url('/moody'));
    receiver.answers.set('/moody', () => ({ status: 500 }));
    await instances[0].bus.publish([anEvent(merchantId)]);
    await fiveDaysPass(id);

    receiver.answers.set('/moody', () => ({ status: 204 }));
    await instances[1].bus.publish([anEvent(merchantId)]);
    await eventually(async () => expect(await failingSince(id)).toBeUndefined());

    receiver.answers.set('/moody', () => ({ status: 500 }));
    await instances[0].bus.publish([anEvent(merchantId)]);
    await eventually(async () => expect(await failingSince(id)).toBeDefined());
    expect(await statusOf(id)).toMatchObject({ status: 'active' });
  });
});
