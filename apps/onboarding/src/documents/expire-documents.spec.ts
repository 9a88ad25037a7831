import { Outbox } from '@centavo/messaging';
import { eventually, silentLogger, testClock } from '@centavo/testing';
import { Company } from '../testing/dossier-fixture.js';
import { startOnboarding, type OnboardingFixture } from '../testing/onboarding-fixture.js';
import { ExpireDocuments } from './expire-documents.js';

const DAY_MS = 86_400_000;
const DOCUMENTS = 500;
const INSTANCES = 4;
const MORE_THAN_A_BATCH = 250;

/** The service lives in the past, so that its own timer finds nothing to do; the instances under test live a month later. */
const clock = testClock();
const later = testClock();
let onboarding: OnboardingFixture;
let company: Company;
const outboxes: Outbox[] = [];
beforeAll(async () => {
  onboarding = await startOnboarding(clock);
  company = await Company.register(onboarding, await onboarding.aMerchant());
  later.advance(30 * DAY_MS);
});
afterEach(() => onboarding.database.query('DELETE FROM submerchant_documents'));
afterAll(async () => {
  await Promise.all(outboxes.map((outbox) => outbox.stop()));
  await onboarding.stop();
});

/** One more instance, of which only the timer is wanted; it is never started, so it works when it is told to. */
function anInstance(): ExpireDocuments {
  const outbox = new Outbox(onboarding.database, onboarding.bus, silentLogger);
  outboxes.push(outbox);
  return new ExpireDocuments(onboarding.database, outbox, later, silentLogger);
}

/** Copies of a document that are somebody's, all in one status. @returns their ids */
async function copies(count: number, status: string, expiresInDays: number): Promise<string[]> {
  const answer = await company.addDocument({ type: 'contract_amendment' });
  if (!answer.ok) throw new Error(`refused: ${answer.error}`);
  const rows = await onboarding.database.query<{ id: string }>(
    `INSERT INTO submerchant_documents
     SELECT (jsonb_populate_record(d, jsonb_build_object(
       'id', gen_random_uuid(), 'type', 'copy ' || $3::text || n, 'status', $3::text, 'expires_at', $4::timestamptz))).*
     FROM submerchant_documents d, generate_series(1, $2) n WHERE d.id = $1
     RETURNING id`,
    [answer.data.id, count, status, new Date(clock.nowMs() + expiresInDays * DAY_MS)],
  );
  return rows.map(({ id }) => id);
}

const statuses = () =>
  onboarding.database.query(
    `SELECT status, count(*)::int FROM submerchant_documents WHERE type LIKE 'copy %' GROUP BY 1 ORDER BY 1`,
  );

describe('Documents whose time has passed', () => {
  it('expire once, however many instances look for them', async () => {
    const ids = await copies(DOCUMENTS, 'approved', 10);
    const instances = Array.from({ length: INSTANCES }, anInstance);
    const done = await Promise.all(instances.map((instance) => instance.execute()));
    expect(done.reduce((sum, count) => sum + count)).toBe(DOCUMENTS);
    expect(await statuses()).toEqual([{ status: 'expired', count: DOCUMENTS }]);
    await eventually(() => {
      const kinds = ids.map((id) => company.heardOf(id));
      expect(kinds).toEqual(ids.map(() => ['2 submerchant_document.expired']));
    });
  });

  it('are left alone when they do not count any more, and hold up no other', async () => {
    await copies(MORE_THAN_A_BATCH, 'rejected', 5);
    await copies(2, 'replaced', 10);
    await copies(2, 'expired', 10);
    await copies(1, 'approved', 15);
    expect(await anInstance().execute()).toBe(1);
    expect(await statuses()).toEqual([
      { status: 'expired', count: 3 },
      { status: 'rejected', count: MORE_THAN_A_BATCH },
      { status: 'replaced', count: 2 },
    ]);
  });

  it('are not taken for those whose time has not passed', async () => {
    await copies(2, 'pending', 10);
    await copies(3, 'approved', 31);
    expect(await anInstance().execute()).toBe(2);
    expect(await statuses()).toEqual([
      { status: 'approved', count: 3 },
      { status: 'expired', count: 2 },
    ]);
  });

  it('wait for whoever writes to them just now, and hold up no other', async () => {
    const [busy] = await copies(3, 'approved', 10);
    await onboarding.database.transaction(async (transaction) => {
      await transaction.query('SELECT FROM submerchant_documents WHERE id = $1 FOR UPDATE', [busy]);
      expect(await anInstance().execute()).toBe(2);
    });
    expect(await anInstance().execute()).toBe(1);
  });
});
