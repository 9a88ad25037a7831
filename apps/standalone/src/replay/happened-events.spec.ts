import { EVENT_KINDS, type ServiceName } from '@centavo/contracts';
import { ReceivedMessage } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { schemasOf } from '@centavo/service';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import type { PostgresDatabase } from '@centavo/persistence';
import { BUS_MIGRATIONS } from '@centavo/messaging';
import { SERVICES } from '../services.js';
import { haveHappened } from './happened-events.js';

const event = (type: string, resourceId: string, sequence: number) =>
  new ReceivedMessage({
    topic: 't',
    id: newId(),
    type,
    key: '',
    value: JSON.stringify({ sequence }),
    headers: { resourceId },
  });

describe('An event that is on the bus', () => {
  let server: TestDatabase;
  const databases = new Map<ServiceName, PostgresDatabase>();
  beforeAll(async () => {
    server = await startTestDatabase(schemasOf(SERVICES), { shared: BUS_MIGRATIONS });
    for (const { name } of SERVICES) databases.set(name, await server.database(name));
  });
  afterAll(() => server.close());

  const of = (service: ServiceName) => databases.get(service)!;

  it('has happened when its resource counts as many events, and not when it counts fewer or is not there', async () => {
    const [id, unknown] = [newId(), newId()];
    await of('webhooks').query(
      `INSERT INTO postback_endpoints (id, merchant_id, url, events, status, sequence, created_at, updated_at)
       VALUES ($1, $1, 'https://example.com/', '{*}', 'inactive', 2, now(), now())`,
      [id],
    );
    const kind = 'postback_endpoint.disabled';
    const events = [event(kind, id, 1), event(kind, id, 2), event(kind, id, 3), event(kind, unknown, 1)];
    expect(await haveHappened(of, events)).toEqual([true, true, false, false]);
  });

  it('is asked about whatever its kind', async () => {
    const lost = EVENT_KINDS.map((kind) => event(kind, newId(), 1));
    expect(await haveHappened(of, lost)).toEqual(EVENT_KINDS.map(() => false));
    const asked: string[] = [];
    const listening = (service: ServiceName) => ({
      query: (text: string, parameters: readonly unknown[]) => {
        asked.push(...(parameters[0] as string[]));
        return of(service).query(text, parameters) as never;
      },
    });
    await haveHappened(listening, lost);
    expect(new Set(asked)).toEqual(new Set(lost.map(({ headers }) => headers['resourceId'])));
  });

  it('is nothing to anybody when it is none of the platform’s', async () => {
    expect(await haveHappened(of, [event('constructor', newId(), 1), event('toString.x', newId(), 1)])).toEqual([
      false,
      false,
    ]);
  });
});
