import { InProcessBus } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, PostbackReceiver, silentLogger, testSettings, type TestDatabase } from '@centavo/testing';
import { anEndpoint } from '../testing/an-endpoint.js';
import { anEvent } from '../testing/an-event.js';
import { deliveriesOf } from '../testing/deliveries.js';
import { startWebhooks, type RunningWebhooks } from '../testing/start-webhooks.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

/** All that ends in a quarter of a second is one batch. */
const LIMITS = { outcomeLingerMs: 250, leaseMs: 60_000 };

describe('an outcome that cannot be written', () => {
  const settings = testSettings();
  let server: TestDatabase;
  let database: Database;
  let bus: InProcessBus;
  let webhooks: RunningWebhooks;
  let receiver: PostbackReceiver;

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
    const admin = await server.adminDatabase('webhooks');
    await admin.query(
      `ALTER TABLE deliveries ADD CONSTRAINT poison CHECK (attempts::text NOT LIKE '%poison%') NOT VALID`,
    );
    bus = new InProcessBus({ logger: silentLogger });
    webhooks = await startWebhooks({ bus, database, settings, logger: silentLogger }, LIMITS);
    receiver = await PostbackReceiver.start();
    receiver.answerWith(({ path }) => ({ status: 200, body: path }));
  });

  afterAll(async () => {
    await webhooks.stop();
    await bus.close();
    await receiver.close();
    await server.close();
  });

  it('does not keep its neighbours from being written, nor what comes later', async () => {
    const merchantId = newId();
    const [poisoned, ...others] = await Promise.all(
      ['/poison', '/a', '/b', '/c'].map((path) => anEndpoint(database, settings, receiver.url(path), { merchantId })),
    );
    for (const count of [10, 20]) {
      await bus.publish(Array.from({ length: 10 }, () => anEvent(merchantId)));
      await eventually(async () => {
        for (const { id } of others) {
          const delivered = (await deliveriesOf(database, id)).filter(({ status }) => status === 'delivered');
          expect(delivered).toHaveLength(count);
        }
      });
    }
    const ended = await eventually(async () => {
      const deliveries = await deliveriesOf(database, poisoned!.id);
      expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
      return deliveries;
    });
    expect(ended[0]!.attempts).toMatchObject([
      { status_code: 200, error: 'the answer could not be written down', response_excerpt: null },
    ]);
  });
});
