import { KEPT_POSTBACK_ATTEMPTS } from '@centavo/contracts';
import type { Database } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import { type TestDatabase } from '@centavo/testing';
import { deliveriesOf } from '../testing/deliveries.js';
import { storeDeliveries } from '../testing/stored-deliveries.js';
import { recordOutcomes, type Outcome } from './deliveries.sql.js';
import { claimDue, releaseDue } from './due-deliveries.sql.js';
import { startWebhooksDatabase } from '../testing/webhooks-database.js';

const LEASE_MS = 30_000;
const ROOM = { total: 10, perEndpoint: 10, exceptions: [] };

describe('a lease', () => {
  const owner = newId();
  let server: TestDatabase;
  let database: Database;
  let startMs: number;

  beforeAll(async () => {
    server = await startWebhooksDatabase();
    database = await server.database('webhooks');
  });

  beforeEach(async () => {
    await database.query('DELETE FROM due_deliveries');
    // All that is stored meanwhile is due by then.
    startMs = Date.now() + 3_600_000;
  });

  afterAll(() => server.close());

  const at = (seconds: number) => new Date(startMs + seconds * 1_000);
  const endOfLease = (seconds: number): number => at(seconds).getTime() + LEASE_MS;
  const claim = (seconds: number, by = owner) => {
    return claimDue(database, ROOM, { owner: by, now: at(seconds), until: new Date(endOfLease(seconds)) });
  };

  const anAttempt = (excerpt: string) => ({
    attempted_at: at(0).toISOString(),
    status_code: 200,
    latency_ms: 1,
    error: null,
    response_excerpt: excerpt,
  });

  /** What becomes of a new delivery; it is to be leased yet. */
  async function anOutcome(): Promise<Outcome> {
    const endpointId = newId();
    const [stored] = await storeDeliveries(database, [{ merchantId: newId(), endpointId }]);
    const { id: deliveryId, resourceId, eventId } = stored!;
    const key = { deliveryId, endpointId, resourceId, eventId, leasedUntilMs: 0 };
    return { ...key, status: 'delivered', nextAttemptAt: null, attempt: anAttempt('fine') };
  }

  /** The same by its first lease, and by the second that the same instance has taken when that had ended. */
  async function leasedTwice(): Promise<{ readonly first: Outcome; readonly second: Outcome }> {
    const outcome = await anOutcome();
    const leased = async (seconds: number): Promise<Outcome> => {
      await expect(claim(seconds)).resolves.toHaveLength(1);
      return { ...outcome, leasedUntilMs: endOfLease(seconds), attempt: anAttempt(`leased at ${seconds}`) };
    };
    return { first: await leased(1), second: await leased(32) };
  }

  it('is given back by the job that has it, and by none that had an earlier one in the same instance', async () => {
    const { first, second } = await leasedTwice();
    await releaseDue(database, owner, [first], at(33));
    await expect(claim(33, newId())).resolves.toEqual([]);
    await releaseDue(database, owner, [second], at(33));
    await expect(claim(33, newId())).resolves.toHaveLength(1);
  });

  it.each([
    ['is over', { status: 'delivered' }],
    ['is tried again', { status: 'retrying', nextAttemptAt: new Date() }],
  ] as const)('is needed to write that a delivery %s, and an earlier one does not do', async (_what, became) => {
    const { first, second } = await leasedTwice();
    await expect(recordOutcomes(database, owner, [{ ...first, ...became }], at(33))).resolves.toEqual([]);
    await expect(recordOutcomes(database, owner, [{ ...second, ...became }], at(33))).resolves.toHaveLength(1);
    const [delivery] = await deliveriesOf(database, first.endpointId);
    expect(delivery).toMatchObject({
      status: became.status,
      attempts: [{ number: 1, response_excerpt: 'leased at 32' }],
    });
  });

  it('adds an attempt to the log, which keeps the last ones under their numbers', async () => {
    const outcome = { ...(await anOutcome()), status: 'retrying' as const };
    const attempts = KEPT_POSTBACK_ATTEMPTS + 5;
    for (let number = 1; number <= attempts; number += 1) {
      await claim(number);
      const attempted = { attempt: anAttempt(`attempt ${number}`), leasedUntilMs: endOfLease(number) };
      await recordOutcomes(database, owner, [{ ...outcome, ...attempted, nextAttemptAt: at(number) }], at(number));
    }
    const [delivery] = await deliveriesOf(database, outcome.endpointId);
    expect(delivery!.attempt_count).toBe(attempts);
    expect(delivery!.attempts.map(({ number }) => number)).toEqual(
      Array.from({ length: KEPT_POSTBACK_ATTEMPTS }, (_, index) => attempts - KEPT_POSTBACK_ATTEMPTS + 1 + index),
    );
    expect(delivery!.attempts.at(-1)!.response_excerpt).toBe(`attempt ${attempts}`);
  });
});
