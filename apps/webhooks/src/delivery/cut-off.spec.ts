import { InProcessBus } from '@centavo/messaging';
import { eventually, silentLogger, testSettings } from '@centavo/testing';
import { anEvent } from '../testing/an-event.js';
import { deliveriesOf } from '../testing/deliveries.js';
import { silence } from '../testing/receiver-paths.js';
import { startWebhooks } from '../testing/start-webhooks.js';
import { WebhooksFixture } from '../testing/webhooks-fixture.js';

it('an attempt that a shutdown cuts off is handed on, and says nothing of its receiver', async () => {
  const webhooks = await WebhooksFixture.start({ limits: { claimIdleMs: 50 } });
  const { server, receiver, database } = webhooks;
  const bus = new InProcessBus({ logger: silentLogger });
  const platform = { bus, database: await server.database('webhooks'), settings: testSettings(), logger: silentLogger };
  const leaving = await startWebhooks(platform, { drainMs: 100 });
  const endpoint = await webhooks.anEndpoint('/slow');
  receiver.answers.set('/slow', silence);
  await bus.publish([anEvent(endpoint.merchantId)]);
  await eventually(() => receiver.at('/slow').length === 1);
  receiver.answers.delete('/slow');
  await leaving.stop();
  await bus.close();
  // Long before its lease would have ended.
  await eventually(async () => {
    const [delivery] = await deliveriesOf(database, endpoint.id);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ number: 1, status_code: 204 }] });
  });
  expect(receiver.at('/slow')).toHaveLength(2);
  expect(await database.query('SELECT FROM failing_endpoints')).toEqual([]);
  await webhooks.stop();
});
