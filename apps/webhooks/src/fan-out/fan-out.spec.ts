import { InProcessBus } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, PostbackReceiver, silentLogger, testSettings, type TestDatabase } from '@centavo/testing';
import { deliveriesOf } from '../testing/deliveries.js';
import { anEndpoint } from '../testing/an-endpoint.js';
import { ReceiverPaths } from '../testing/receiver-paths.js';
import { anEvent } from '../testing/an-event.js';
import { startWebhooks, type RunningWebhooks } from '../testing/start-webhooks.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

describe('fan-out', () => {
  const settings = testSettings();
  let server: TestDatabase;
  let database: Database;
  let bus: InProcessBus;
  let webhooks: RunningWebhooks;
  let listener: PostbackReceiver;
  let receiver: ReceiverPaths;

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
    bus = new InProcessBus({ logger: silentLogger });
    webhooks = await startWebhooks({ bus, database, settings, logger: silentLogger });
    listener = await PostbackReceiver.start();
    receiver = new ReceiverPaths(listener);
  });

  afterAll(async () => {
    await webhooks.stop();
    await bus.close();
    await listener.close();
    await server.close();
  });

  it('brings an event to every endpoint of its merchant that wants to hear it, and to no other', async () => {
    const merchantId = newId();
    await anEndpoint(database, settings, receiver.url('/all'), { merchantId });
    await anEndpoint(database, settings, receiver.url('/charges'), { merchantId, events: ['charge.*'] });
    await anEndpoint(database, settings, receiver.url('/receivables'), { merchantId, events: ['receivable.pending'] });
    await anEndpoint(database, settings, receiver.url('/stranger'));
    const [charge, receivable] = [anEvent(merchantId), anEvent(merchantId, { type: 'receivable.pending' })];
    await bus.publish([charge, receivable]);
    await eventually(() => listener.requests.length >= 4);
    const heard = (path: string) =>
      receiver
        .at(path)
        .map(({ id }) => id)
        .toSorted();
    expect(heard('/all')).toEqual([charge.id, receivable.id].toSorted());
    expect(heard('/charges')).toEqual([charge.id]);
    expect(heard('/receivables')).toEqual([receivable.id]);
    expect(heard('/stranger')).toEqual([]);
  });

  it('delivers once what the bus brings often, in one batch or in several', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/once'));
    const events = Array.from({ length: 20 }, () => anEvent(endpoint.merchantId));
    await bus.publish([...events, ...events]);
    await bus.publish(events);
    await eventually(() => receiver.at('/once').length >= events.length);
    await bus.publish(events);
    const last = anEvent(endpoint.merchantId);
    await bus.publish([last]);
    await eventually(() => receiver.at('/once').some(({ id }) => id === last.id));
    const ids = receiver.idsAt('/once');
    expect(ids.toSorted()).toEqual([...events, last].map(({ id }) => id).toSorted());
    await expect(deliveriesOf(database, endpoint.id)).resolves.toHaveLength(events.length + 1);
  });

  it('leaves no trace of an event that nobody wants to hear', async () => {
    const merchantId = newId();
    await anEndpoint(database, settings, receiver.url('/picky'), { merchantId, events: ['charge.failed'] });
    await bus.publish([anEvent(merchantId), anEvent(newId()), anEvent(merchantId, { type: 'merchant.active' })]);
    await expect(database.query('SELECT FROM events WHERE merchant_id = $1', [merchantId])).resolves.toEqual([]);
    expect(receiver.at('/picky')).toEqual([]);
  });

  it('delivers the first event after an endpoint was made, on an instance that has just looked for endpoints in vain', async () => {
    const merchantId = newId();
    await bus.publish([anEvent(merchantId)]);
    // Behind the instance's back, as another instance would.
    const elsewhere = await server.database('webhooks');
    await anEndpoint(elsewhere, settings, receiver.url('/new'), { merchantId });
    const event = anEvent(merchantId);
    await bus.publish([event]);
    await eventually(() => receiver.at('/new').length > 0);
    expect(receiver.idsAt('/new')).toEqual([event.id]);
  });

  it('keeps an event for an endpoint that is not active, without delivering it', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/inactive'));
    await database.query(`UPDATE postback_endpoints SET status = 'inactive' WHERE id = $1`, [endpoint.id]);
    const event = anEvent(endpoint.merchantId);
    await bus.publish([event]);
    await expect(database.query('SELECT body FROM events WHERE id = $1', [event.id])).resolves.toEqual([
      { body: event.value },
    ]);
    await expect(deliveriesOf(database, endpoint.id)).resolves.toEqual([]);
  });

  it('makes a dead letter of an event that does not say whose it is, and delivers its neighbours', async () => {
    const endpoint = await anEndpoint(database, settings, receiver.url('/neighbour'));
    const [nobodys, strange, good] = [
      anEvent(endpoint.merchantId, { headers: {} }),
      anEvent(endpoint.merchantId, { headers: { merchantId: endpoint.merchantId, resourceId: 'no uuid' } }),
      anEvent(endpoint.merchantId),
    ];
    await bus.publish([nobodys, strange, good]);
    await eventually(() => receiver.at('/neighbour').length > 0);
    expect(receiver.idsAt('/neighbour')).toEqual([good.id]);
    const letters = await database.query<{ message_id: string }>('SELECT message_id FROM dead_letters');
    expect(letters.map(({ message_id }) => message_id).toSorted()).toEqual([nobodys.id, strange.id].toSorted());
  });
});
