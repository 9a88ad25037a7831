import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { eventually, testSettings, type TestDatabase } from '@centavo/testing';
import { removeEndpoint } from '../endpoints/endpoints.sql.js';
import { anEndpoint } from '../testing/an-endpoint.js';
import { countWaiting } from '../testing/waiting.js';
import { noteFared } from './failing-endpoints.sql.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

const NOW = new Date();
const LONG_AGO = new Date(NOW.getTime() - 1_000);

describe('how endpoints fare', () => {
  const settings = testSettings();
  let server: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
  });

  afterAll(() => server.close());

  const anActiveEndpoint = async (): Promise<string> => (await anEndpoint(database, settings, 'https://a.example')).id;
  const fared = (succeeded: readonly string[], failed: readonly string[], now = NOW) =>
    noteFared(database, { succeeded, failed }, now, LONG_AGO);

  async function failingOf(endpointIds: readonly string[]): Promise<string[]> {
    const rows = await database.query<{ endpoint_id: string }>(
      'SELECT endpoint_id FROM failing_endpoints WHERE endpoint_id = ANY ($1::uuid[]) ORDER BY 1',
      [endpointIds],
    );
    return rows.map(({ endpoint_id }) => endpoint_id);
  }

  it('is remembered from the first failure until a success', async () => {
    const [moody, failing] = [await anActiveEndpoint(), await anActiveEndpoint()];
    await expect(fared([], [moody, failing, failing], LONG_AGO)).resolves.toEqual([]);
    await expect(fared([moody], [moody, failing])).resolves.toEqual([failing]);
    await expect(failingOf([moody, failing])).resolves.toEqual([failing]);
  });

  it('is not remembered of an endpoint that was removed while something was under way', async () => {
    const [removed, unknown] = [await anActiveEndpoint(), newId()];
    await database.transaction((transaction) => removeEndpoint(transaction, removed, NOW));
    await fared([], [removed, unknown]);
    await expect(failingOf([removed, unknown])).resolves.toEqual([]);
  });

  it('keeps nobody waiting for one endpoint because of another', async () => {
    const [recovered, failing] = [await anActiveEndpoint(), await anActiveEndpoint()];
    await fared([], [recovered]);
    let noted: Promise<string[]> | undefined;
    const other = await server.database('webhooks');
    await other.transaction(async (transaction) => {
      await transaction.query('SELECT FROM failing_endpoints WHERE endpoint_id = $1 FOR UPDATE', [recovered]);
      noted = fared([recovered], [failing]);
      await eventually(async () => expect(await countWaiting(other, 'failing_endpoints')).toBe(1));
      await fared([], [failing]);
    });
    await noted;
    await expect(failingOf([recovered, failing])).resolves.toEqual([failing]);
  });
});
