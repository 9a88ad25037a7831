import type { LocalDate } from '@centavo/brazil';
import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import {
  eventually,
  lockWaiters,
  silentLogger,
  startTestDatabase,
  testClock,
  type TestDatabase,
} from '@centavo/testing';
import { AnticipationsFixture } from '../testing/anticipations.fixture.js';
import { capturedChargeMessage } from '../fixtures/charge-messages.js';
import { ledgerService } from '../ledger.service.js';
import { claimDay, finishDay } from './automatic-anticipations.sql.js';

const NOW = '2026-11-20T15:00:01.000Z';
const TOMORROW = '2026-11-21T03:00:00.000Z';

describe('automatic anticipations', () => {
  const clock = testClock(NOW);
  let database: TestDatabase;
  let ledger: AnticipationsFixture;
  let otherInstance: AnticipationsFixture;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const start = async () => AnticipationsFixture.start(await database.database('ledger'), clock, silentLogger);
    ledger = await start();
    otherInstance = await start();
  });
  beforeEach(() => clock.set(NOW));
  afterEach(() => ledger.checkBooks());
  afterAll(async () => {
    await ledger.stop();
    await otherInstance.stop();
    await database.close();
  });

  const wanting = () => ledger.openMerchant({ automatic_enabled: true });
  const anticipationsOf = (merchantId: string) =>
    ledger.ledger.database.query<{ anticipation_type: string; status: string; total_gross_amount: bigint }>(
      'SELECT anticipation_type, status, total_gross_amount FROM anticipations WHERE merchant_id = $1 ORDER BY id',
      [merchantId],
    );

  it('pay everything that can be to who wants it, and nothing to others', async () => {
    const [merchantId, other] = [await wanting(), await ledger.openMerchant()];
    const receivables = await ledger.capture({ merchantId });
    const theirs = await ledger.capture({ merchantId: other });
    await ledger.daily.execute();
    expect(await anticipationsOf(merchantId)).toEqual([
      { anticipation_type: 'automatic', status: 'approved', total_gross_amount: 9652n },
    ]);
    expect(await ledger.statusesOf(receivables)).toEqual(['anticipated', 'anticipated', 'anticipated']);
    expect(await ledger.statusesOf(theirs)).toEqual(['pending', 'pending', 'pending']);
  });

  it('are made once a day in São Paulo', async () => {
    const merchantId = await wanting();
    await ledger.capture({ merchantId });
    await ledger.daily.execute();
    const sinceThen = await ledger.capture({ merchantId });
    clock.set('2026-11-21T02:59:59.999Z');
    await ledger.daily.execute();
    expect(await ledger.statusesOf(sinceThen)).toEqual(['pending', 'pending', 'pending']);
    clock.set(TOMORROW);
    await ledger.daily.execute();
    expect(await ledger.statusesOf(sinceThen)).toEqual(['anticipated', 'anticipated', 'anticipated']);
    expect(await anticipationsOf(merchantId)).toHaveLength(2);
  });

  it('are made once, however many instances are at it', async () => {
    const merchants = await Promise.all(Array.from({ length: 8 }, wanting));
    for (const merchantId of merchants) await ledger.capture({ merchantId });
    const made = await Promise.all([ledger, otherInstance, ledger, otherInstance].map(({ daily }) => daily.execute()));
    expect(made.reduce((sum, count) => sum + count)).toBe(merchants.length);
    for (const merchantId of merchants) expect(await anticipationsOf(merchantId)).toHaveLength(1);
  });

  it('are one instance’s, which takes the merchant’s day until it is done', async () => {
    const merchantId = await wanting();
    const [today, tomorrow] = ['2026-11-20', '2026-11-21'] as const;
    const claim = (day: LocalDate) =>
      otherInstance.ledger.database.transaction((transaction) => claimDay(transaction, merchantId, day));
    await ledger.ledger.database.transaction(async (transaction) => {
      expect(await claimDay(transaction, merchantId, today)).toBe(true);
      await finishDay(transaction, merchantId, today);
    });
    expect([await claim(today), await claim(tomorrow)]).toEqual([false, true]);
    await ledger.ledger.database.transaction(async (transaction) => {
      expect(await claimDay(transaction, merchantId, tomorrow)).toBe(true);
      expect(await claim(tomorrow)).toBe(false);
    });
    expect(await claim(tomorrow)).toBe(true);
  });

  it('are none where there is nothing, and the day is done with that', async () => {
    const merchantId = await wanting();
    await ledger.daily.execute();
    await ledger.capture({ merchantId });
    await ledger.daily.execute();
    expect(await anticipationsOf(merchantId)).toEqual([]);
  });

  it('wait for an operator where the merchant’s do', async () => {
    const merchantId = await ledger.openMerchant({ automatic_enabled: true, review: 'manual' });
    await ledger.capture({ merchantId });
    await ledger.daily.execute();
    clock.set(TOMORROW);
    await ledger.daily.execute();
    expect(await anticipationsOf(merchantId)).toMatchObject([{ status: 'pending' }]);
  });

  it('are none for a merchant that is suspended, or wants them no longer', async () => {
    const suspended = await ledger.openMerchant({ automatic_enabled: true }, 'suspended');
    const former = await wanting();
    await ledger.setTerms(former, { automatic_enabled: false }, 2);
    for (const merchantId of [suspended, former]) await ledger.capture({ merchantId });
    await ledger.daily.execute();
    expect([await anticipationsOf(suspended), await anticipationsOf(former)]).toEqual([[], []]);

    await ledger.setTerms(suspended, { automatic_enabled: true }, 2);
    await ledger.daily.execute();
    expect(await anticipationsOf(suspended)).toHaveLength(1);
  });

  it('are several for a merchant with more receivables than one takes', async () => {
    const merchantId = await wanting();
    await manyReceivables(merchantId, 5_200);
    await ledger.daily.execute();
    expect(await anticipationsOf(merchantId)).toMatchObject([
      { status: 'approved', total_gross_amount: 500_000n },
      { status: 'approved', total_gross_amount: 20_000n },
    ]);
    expect(await ledger.ledger.pendingOf(merchantId)).toBe(0n);
  });

  it('go on when somebody else takes all that was found before it is locked', async () => {
    const merchantId = await wanting();
    await manyReceivables(merchantId, 5_200);
    const { database: sql } = otherInstance.ledger;
    const { daily } = await sql.transaction(async (transaction) => {
      const wish = { merchantId, type: 'automatic', receivableIds: null } as const;
      await otherInstance.request.attempt(transaction, { id: newId(), wish, metadata: null, cause: {} });
      const started = ledger.daily.execute();
      await eventually(async () => (await lockWaiters(ledger.ledger.database)) > 0);
      return { daily: started };
    });
    await daily;
    expect(await anticipationsOf(merchantId)).toMatchObject([
      { total_gross_amount: 500_000n },
      { total_gross_amount: 20_000n },
    ]);
    expect(await ledger.ledger.pendingOf(merchantId)).toBe(0n);
  });

  it('are made for the others when one merchant’s cannot be', async () => {
    const [broken, merchantId] = [await wanting(), await wanting()];
    for (const id of [broken, merchantId]) await ledger.capture({ merchantId: id });
    const admin = await database.adminDatabase('ledger');
    const refuse = `CREATE FUNCTION refuse_anticipation() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'refused'; END $$;
      CREATE TRIGGER refused BEFORE INSERT ON anticipations FOR EACH ROW WHEN (NEW.merchant_id = '${broken}')
      EXECUTE FUNCTION refuse_anticipation();`;
    await admin.query(refuse);
    await ledger.daily.execute();
    expect([await anticipationsOf(broken), await anticipationsOf(merchantId)]).toMatchObject([[], [{}]]);

    await admin.query('DROP TRIGGER refused ON anticipations; DROP FUNCTION refuse_anticipation');
    await ledger.daily.execute();
    expect(await anticipationsOf(broken)).toHaveLength(1);
  });

  /** Of 100 centavos each, ten to a charge. */
  async function manyReceivables(merchantId: string, count: number): Promise<void> {
    const traits = { merchantId, amount: 1_000, installments: 10, feeBps: '0' };
    const messages = Array.from({ length: count / 10 }, () => capturedChargeMessage(traits));
    await ledger.ledger.captures.post(messages);
  }
});
