import { METRIC_PREFIX, METRICS_TABLE } from '@centavo/runtime';
import { eventually } from '@centavo/testing';
import { startPlatform, type TestPlatform } from '../platform.js';

/** What a scrape shows, by series: `name{label="value"}`. */
async function scrape({ metrics }: TestPlatform): Promise<Map<string, number>> {
  const lines = (await metrics.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const readable = (source: string): string => `centavo_state_readable{source="${source}"}`;

describe('the metrics of a platform', () => {
  let platform: TestPlatform;

  beforeAll(async () => {
    platform = await startPlatform({ AUTH_FAILURES_PER_MINUTE: '1' });
  });
  afterAll(() => platform.stop());

  it('are all that the table has, and nothing else of ours', async () => {
    const text = await platform.metrics.text();
    const shown = [...text.matchAll(/^# TYPE centavo_(\w+) (\w+)$/gm)].map(([, name, kind]) => `${name} ${kind}`);
    const known = Object.entries(METRICS_TABLE).map(([name, { kind }]) => `${name} ${kind}`);

    expect(known).toEqual(expect.arrayContaining(shown));
    // These come with a process, or when there is something to tell.
    const later = /^(build_info|dependency_ready|database_|ledger_full_check_|dead_letters_newest_)/;
    expect(shown).toEqual(expect.arrayContaining(known.filter((metric) => !later.test(metric))));
    expect(METRIC_PREFIX).toBe('centavo_');
  });

  it('count what is due and what was given up, in the database', async () => {
    const onboarding = platform.database('onboarding');
    await onboarding.query(
      `INSERT INTO dead_letters (id, message_id, consumer_group, topic, type, key, value, headers, reason, attempts)
       VALUES (gen_random_uuid(), 'm', 'onboarding', 't', 'x', 'k', '{}', '{}', 'broken', 1)`,
    );
    const webhooks = platform.database('webhooks');
    await webhooks.query(
      `INSERT INTO due_deliveries (endpoint_id, resource_id, event_id, delivery_id, event, available_at, priority)
       VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'charge.pending', now() - interval '1 hour', 2)`,
    );
    // Nobody knows its endpoint, so nobody takes it.
    await eventually(async () => {
      const series = await scrape(platform);
      expect(series.get('centavo_dead_letters_open{service="onboarding"}')).toBe(1);
      expect(series.get('centavo_due_work_rows{service="webhooks",work="recovered"}')).toBe(1);
      const overdue = series.get('centavo_due_work_overdue_seconds{service="webhooks",work="recovered"}');
      expect(overdue).toBeGreaterThan(3_500);
      expect(series.get('centavo_due_work_rows{service="webhooks",work="retries"}')).toBe(0);
    });
  });

  it('tell what was refused, and why', async () => {
    for (const status of [401, 429]) {
      expect((await platform.http.get('/v1/charges', 'Basic eDp5')).status).toBe(status);
    }
    const refused = 'centavo_http_refusals_total{status="429",reason="failed_authentications"}';
    expect((await scrape(platform)).get(refused)).toBe(1);
  });

  it('come although a table is locked for ever, and say what they do not know', async () => {
    const ledger = platform.database('ledger');
    await ledger.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE');
      await eventually(async () => {
        const series = await scrape(platform);
        expect(series.get(readable('ledger: outbox and dead letters'))).toBe(0);
        expect(series.has('centavo_outbox_stored_rows{service="ledger"}')).toBe(false);
        expect(series.get(readable('payments: outbox and dead letters'))).toBe(1);
      });
    });
    await eventually(async () => {
      expect((await scrape(platform)).get(readable('ledger: outbox and dead letters'))).toBe(1);
    });
  });

  it('come although a database is away', async () => {
    await platform.stopService('onboarding');
    await platform.database('onboarding').close();
    await eventually(async () => {
      const series = await scrape(platform);
      expect(series.get(readable('onboarding: outbox and dead letters'))).toBe(0);
      expect(series.has('centavo_dead_letters_open{service="onboarding"}')).toBe(false);
      expect(series.get(readable('webhooks: due work'))).toBe(1);
    });
  });
});
