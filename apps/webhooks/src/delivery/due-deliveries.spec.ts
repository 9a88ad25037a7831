import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { type TestDatabase } from '@centavo/testing';
import { claimDue, DUE_PRIORITIES, nextDueAt, type DuePriority } from './due-deliveries.sql.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const LEASE = { owner: newId(), now: NOW, until: at(30) };

describe('what is due', () => {
  let server: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
  });

  beforeEach(() => database.query('DELETE FROM due_deliveries'));

  afterAll(() => server.close());

  const { first, retry, recovered } = DUE_PRIORITIES;

  async function due(
    endpointId: string,
    priority: DuePriority,
    { resourceId = newId(), availableAt = at(-1) }: { resourceId?: string; availableAt?: Date } = {},
  ): Promise<string> {
    const eventId = newId();
    await database.query(
      `WITH event AS (
         INSERT INTO events (id, merchant_id, event, resource_id, body, created_at)
         VALUES ($3, $2, 'charge.pending', $2, '{}', now())
       )
       INSERT INTO due_deliveries (endpoint_id, resource_id, event_id, event, delivery_id, attempt_count, priority, available_at)
       VALUES ($1, $2, $3, 'charge.pending', $4, $5, $6, $7)`,
      [endpointId, resourceId, eventId, newId(), priority === retry ? 1 : 0, priority, availableAt],
    );
    return eventId;
  }

  const claim = async (perEndpoint: number): Promise<string[]> => {
    const claimed = await claimDue(database, { total: 100, perEndpoint, exceptions: [] }, LEASE);
    return claimed.map(({ event_id }) => event_id).toSorted();
  };

  it('is taken by priority: first attempts, retries, what is recovered, however long that has been due', async () => {
    const endpointId = newId();
    const old = [await due(endpointId, recovered, { availableAt: at(-100) }), await due(endpointId, recovered)];
    const failed = await due(endpointId, retry, { availableAt: at(-50) });
    const fresh = [await due(endpointId, first), await due(endpointId, first)];
    await expect(claim(2)).resolves.toEqual(fresh);
    await expect(claim(2)).resolves.toEqual([old[0]!, failed].toSorted());
    await expect(claim(2)).resolves.toEqual([old[1]]);
    await expect(claim(2)).resolves.toEqual([]);
  });

  it('is taken of every endpoint, whatever another has waiting', async () => {
    const [busy, quiet] = [newId(), newId()];
    for (let count = 0; count < 5; count += 1) await due(busy, first);
    const patient = await due(quiet, recovered);
    await expect(claim(3)).resolves.toHaveLength(4);
    const [row] = await database.query('SELECT lease_owner FROM due_deliveries WHERE event_id = $1', [patient]);
    expect(row).toEqual({ lease_owner: LEASE.owner });
  });

  it.each([
    ['first attempts', first],
    ['what is recovered', recovered],
  ] as const)('of one resource is taken one after the other: %s', async (_what, priority) => {
    const [endpointId, resourceId] = [newId(), newId()];
    const [earlier] = [
      await due(endpointId, priority, { resourceId }),
      await due(endpointId, priority, { resourceId }),
    ];
    await expect(claim(5)).resolves.toEqual([earlier]);
  });

  it('of a new event does not wait for what is recovered of the same resource', async () => {
    const [endpointId, resourceId] = [newId(), newId()];
    const events = [await due(endpointId, recovered, { resourceId }), await due(endpointId, first, { resourceId })];
    await expect(claim(5)).resolves.toEqual(events.toSorted());
  });

  it('next is the earliest of all priorities', async () => {
    const endpointId = newId();
    await due(endpointId, first, { availableAt: at(300) });
    await due(endpointId, retry, { availableAt: at(60) });
    await expect(nextDueAt(database, [])).resolves.toEqual(at(60));
    await due(newId(), recovered, { availableAt: at(5) });
    await expect(nextDueAt(database, [])).resolves.toEqual(at(5));
    await expect(nextDueAt(database, [endpointId])).resolves.toEqual(at(5));
  });
});
