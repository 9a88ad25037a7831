import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { type TestDatabase } from '@centavo/testing';
import { deliveryIdOf } from '../delivery/delivery-id.domain.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

describe('The id of a delivery', () => {
  let server: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
  });
  afterAll(() => server.close());

  it('is the same wherever it is derived', async () => {
    const eventIds = Array.from({ length: 500 }, newId);
    const endpointId = newId();
    const rows = await database.query<{ id: string }>(
      'SELECT delivery_id_of(event_id, $2) AS id FROM unnest($1::uuid[]) WITH ORDINALITY AS e (event_id, place) ORDER BY place',
      [eventIds, endpointId],
    );
    expect(rows.map(({ id }) => id)).toEqual(eventIds.map((eventId) => deliveryIdOf(eventId, endpointId)));
  });
});
