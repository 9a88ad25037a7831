import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import type { Transaction } from '@centavo/persistence';
import { newId } from '@centavo/runtime';
import {
  eventually,
  lockWaiters,
  silentLogger,
  startTestDatabase,
  testClock,
  type TestDatabase,
} from '@centavo/testing';
import { AnticipationsFixture, spot } from '../testing/anticipations.fixture.js';
import { capturedChargeMessage, laterChargeMessage, refundMessage } from '../fixtures/charge-messages.js';
import { ledgerService } from '../ledger.service.js';
import { lockReceivables } from '../receivables/receivables.sql.js';
import { settlementBookings } from '../settlement/settlement-bookings.js';

const NOW = '2026-11-20T15:00:01.000Z';
const [FIRST, SECOND, THIRD] = ['2026-12-21T04:00:00Z', '2027-01-19T04:00:00Z', '2027-02-18T04:00:00Z'] as const;

describe('an approved anticipation', () => {
  const clock = testClock(NOW);
  let database: TestDatabase;
  let ledger: AnticipationsFixture;
  let otherInstance: AnticipationsFixture;
  let merchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const start = async () => AnticipationsFixture.start(await database.database('ledger'), clock, silentLogger);
    ledger = await start();
    otherInstance = await start();
  });
  beforeEach(async () => {
    clock.set(NOW);
    merchantId = await ledger.openMerchant();
  });
  afterEach(() => ledger.checkBooks());
  afterAll(async () => {
    await ledger.stop();
    await otherInstance.stop();
    await database.close();
  });

  async function anticipated() {
    const message = capturedChargeMessage({ merchantId });
    await ledger.ledger.captures.post([message]);
    const receivables = (await ledger.ledger.receivablesOf(message.key)).map(({ id }) => id);
    const { id } = await ledger.created(merchantId, spot(...receivables));
    return { id, message, receivables };
  }

  const dayComes = async (instant: string) => {
    clock.set(instant);
    await ledger.ledger.settlement.execute();
  };
  /** What a settlement does to anticipated receivables. @returns the kinds of events that follow */
  async function settleIn(transaction: Transaction, ids: readonly string[]): Promise<string[]> {
    const { books, settleAnticipations } = ledger.ledger;
    const due = await lockReceivables(transaction, ids);
    const bookings = settlementBookings(due, { runId: newId(), now: clock.now(), cause: {} });
    const outboxId = books.newOutboxId();
    const settled = bookings.flatMap((booking) => booking.receivables.map(({ after }) => after));
    const consequence = await settleAnticipations.onSettlement(transaction, {
      receivables: settled,
      outboxId,
      cause: {},
    });
    await books.post(transaction, [{ ...bookings[0]!, ...consequence }], outboxId);
    return consequence.events.map(({ type }) => type);
  }

  const statusOf = async (id: string) => (await ledger.find(id))!.status;

  it('is settled with the last of its receivables, pays nothing more, and tells so', async () => {
    const { id } = await anticipated();
    const paid = await ledger.ledger.availableOf(merchantId);
    await dayComes(FIRST);
    await dayComes(SECOND);
    expect(await statusOf(id)).toBe('approved');
    await dayComes(THIRD);
    expect(await statusOf(id)).toBe('settled');
    expect(await ledger.ledger.availableOf(merchantId)).toBe(paid);
    expect((await ledger.toldOf(id)).map(({ event, sequence, data }) => [event, sequence, data.status])).toEqual([
      ['anticipation.pending', 1, 'pending'],
      ['anticipation.approved', 2, 'approved'],
      ['anticipation.settled', 3, 'settled'],
    ]);
  });

  it('is not what keeps its receivables from another, once they are settled', async () => {
    const { receivables } = await anticipated();
    await dayComes(THIRD);
    const answer = await ledger.create(merchantId, spot(...receivables.slice(0, 1)));
    expect(answer).toMatchObject({ ok: false, error: 'receivable_not_eligible' });
  });

  it('is settled once, however many instances settle its receivables at the same time', async () => {
    const anticipations = await Promise.all(Array.from({ length: 10 }, anticipated));
    clock.set(THIRD);
    await Promise.all([ledger.ledger.settlement.execute(), otherInstance.ledger.settlement.execute()]);
    for (const { id } of anticipations) expect(await ledger.find(id)).toMatchObject({ status: 'settled', sequence: 3 });
  });

  it('is settled by the later of two that settle the rest of it at the same time', async () => {
    const { id, receivables } = await anticipated();
    const [first, ...rest] = receivables;
    clock.set(THIRD);
    const later = await ledger.ledger.database.transaction(async (transaction) => {
      expect(await settleIn(transaction, [first!])).toEqual([]);
      const other = otherInstance.ledger.database.transaction((another) => settleIn(another, rest));
      await eventually(async () => (await lockWaiters(ledger.ledger.database)) > 0);
      return { other };
    });
    expect(await later.other).toEqual(['anticipation.settled']);
    expect(await ledger.find(id)).toMatchObject({ status: 'settled', sequence: 3 });
  });

  it('waits for one that is disputed', async () => {
    const { id, message } = await anticipated();
    const dispute = laterChargeMessage(message, 'charge.chargeback', { trigger: 'charge_back' });
    await ledger.ledger.movements.take([dispute]);
    await dayComes(THIRD);
    expect(await ledger.settleAnticipations()).toBe(0);
    expect(await statusOf(id)).toBe('approved');

    await ledger.ledger.movements.take([laterChargeMessage(dispute, 'charge.captured', { trigger: 'win_dispute' })]);
    await dayComes('2027-02-19T04:00:00Z');
    expect(await statusOf(id)).toBe('settled');
  });

  it('is settled by a round after its last date, where the last of it was lost to a dispute or refunded', async () => {
    const [lost, refunded] = [await anticipated(), await anticipated()];
    const dispute = laterChargeMessage(lost.message, 'charge.chargeback', { trigger: 'charge_back' });
    await ledger.ledger.movements.take([
      dispute,
      laterChargeMessage(dispute, 'charge.dispute_lost', { trigger: 'lose_dispute' }),
      refundMessage(refunded.message, '10001'),
    ]);
    clock.set(SECOND);
    expect(await ledger.settleAnticipations()).toBe(0);
    clock.set(THIRD);
    expect(await ledger.settleAnticipations()).toBe(2);
    expect(await ledger.settleAnticipations()).toBe(0);
    for (const { id } of [lost, refunded]) {
      expect((await ledger.toldOf(id)).at(-1)).toMatchObject({ event: 'anticipation.settled', sequence: 3 });
    }
  });
});
