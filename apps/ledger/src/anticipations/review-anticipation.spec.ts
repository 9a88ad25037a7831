import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import { AnticipationsFixture, spot } from '../testing/anticipations.fixture.js';
import { capturedChargeMessage, laterChargeMessage, refundMessage } from '../fixtures/charge-messages.js';
import { balancesOf } from '../fixtures/journal-view.js';
import { ledgerService } from '../ledger.service.js';

const NOW = '2026-11-20T15:00:01.000Z';
const LATER = '2026-11-23T15:00:01.000Z';

describe('an anticipation that waits for its review', () => {
  const clock = testClock(NOW);
  let database: TestDatabase;
  let ledger: AnticipationsFixture;
  let merchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    ledger = await AnticipationsFixture.start(await database.database('ledger'), clock, silentLogger);
  });
  beforeEach(async () => {
    clock.set(NOW);
    merchantId = await ledger.openMerchant({ review: 'manual' });
  });
  afterEach(() => ledger.checkBooks());
  afterAll(async () => {
    await ledger.stop();
    await database.close();
  });

  const refusal = (answer: Awaited<ReturnType<typeof ledger.review>>) =>
    answer.ok ? answer.data.status : [answer.error, answer.message];

  /** The worked example, all of it the merchant's: 3218, 3217 and 3217 net. */
  async function waiting() {
    const message = capturedChargeMessage({ merchantId });
    await ledger.ledger.captures.post([message]);
    const receivables = (await ledger.ledger.receivablesOf(message.key)).map(({ id }) => id);
    return { message, receivables, anticipation: await ledger.created(merchantId, spot(...receivables)) };
  }

  it('has kept its receivables, and nothing is paid', async () => {
    const { receivables, anticipation } = await waiting();
    expect(anticipation).toMatchObject({ status: 'pending', total_gross_amount: 9652, reviewed_at: null });
    expect(await ledger.statusesOf(receivables)).toEqual(['pending', 'pending', 'pending']);
    expect(await balancesOf(ledger.ledger.database, merchantId)).toEqual([9652n, 0n, 0n]);
    expect((await ledger.toldOf(anticipation.id)).map(({ event }) => event)).toEqual(['anticipation.pending']);
  });

  it('is paid when it is approved, at the interest of that day and the rate of its own', async () => {
    const { receivables, anticipation } = await waiting();
    await ledger.setTerms(merchantId, { review: 'manual', monthly_rate_bps: 500 }, 2);
    clock.set(LATER);
    const answer = await ledger.review(anticipation.id, 'approved', 'Conferido');
    // 3218 for 28 days: 60, 3217 for 57: 122, for 87: 186.
    expect(answer).toMatchObject({
      data: {
        status: 'approved',
        total_gross_amount: 9652,
        total_fee_amount: 368,
        total_net_amount: 9284,
        monthly_rate_bps: 199,
        reviewed_at: LATER,
        review_notes: 'Conferido',
        created_at: NOW,
      },
    });
    expect(await ledger.statusesOf(receivables)).toEqual(['anticipated', 'anticipated', 'anticipated']);
    expect(await balancesOf(ledger.ledger.database, merchantId)).toEqual([0n, 9284n, 0n]);
    expect((await ledger.toldOf(anticipation.id)).map(({ event }) => event)).toEqual([
      'anticipation.pending',
      'anticipation.approved',
    ]);
    expect(await itemsOf(anticipation.id)).toEqual([
      [3217n, 122n, 57],
      [3217n, 186n, 87],
      [3218n, 60n, 28],
    ]);
  });

  it('is approved without what can be anticipated no longer, on what refunds have left', async () => {
    const { message, receivables, anticipation } = await waiting();
    // A refund takes from the third receivable first: all of it, and 667 of the second.
    await ledger.ledger.movements.take([refundMessage(message, '4000')]);
    const answer = await ledger.review(anticipation.id, 'approved');
    // 3218 for 31 days: 66, and 2573 of the second for 60 days: 102.
    expect(answer).toMatchObject({
      data: { status: 'approved', total_gross_amount: 5791, total_fee_amount: 168, total_net_amount: 5623 },
    });
    expect(await ledger.statusesOf(receivables)).toEqual(['anticipated', 'anticipated', 'canceled']);
    expect(await itemsOf(anticipation.id)).toHaveLength(2);
  });

  it('cannot be approved when none of its receivables can be anticipated any more, but be rejected', async () => {
    const { message, anticipation } = await waiting();
    const dispute = laterChargeMessage(message, 'charge.chargeback', { trigger: 'charge_back' });
    await ledger.ledger.movements.take([dispute]);
    expect(refusal(await ledger.review(anticipation.id, 'approved'))).toEqual([
      'review_not_possible',
      expect.stringContaining('none of its receivables'),
    ]);
    expect(refusal(await ledger.review(anticipation.id, 'rejected'))).toBe('rejected');
  });

  it.each([
    ['rejected', (id: string) => ledger.review(id, 'rejected', 'Sem lastro')],
    ['canceled', (id: string) => ledger.cancel(merchantId, id)],
  ] as const)('frees its receivables when it is %s', async (status, end) => {
    const { receivables, anticipation } = await waiting();
    expect(await end(anticipation.id)).toMatchObject({ data: { status } });
    expect((await ledger.toldOf(anticipation.id)).map(({ event }) => event)).toEqual([
      'anticipation.pending',
      `anticipation.${status}`,
    ]);
    await ledger.setTerms(merchantId, {}, 2);
    expect(await ledger.created(merchantId, spot(...receivables))).toMatchObject({ status: 'approved' });
  });

  it('shows the notes of an operator who rejects it, and when that was', async () => {
    const { anticipation } = await waiting();
    expect(await ledger.review(anticipation.id, 'rejected', 'Sem lastro')).toMatchObject({
      data: {
        status: 'rejected',
        reviewed_at: NOW,
        review_notes: 'Sem lastro',
        total_net_amount: anticipation.total_net_amount,
      },
    });
  });

  it('is decided once', async () => {
    const { anticipation } = await waiting();
    await ledger.review(anticipation.id, 'approved');
    for (const decision of ['approved', 'rejected'] as const) {
      expect(refusal(await ledger.review(anticipation.id, decision))).toEqual([
        'review_not_possible',
        'The anticipation is approved; it would have to be pending.',
      ]);
    }
    expect(refusal(await ledger.cancel(merchantId, anticipation.id))).toEqual([
      'anticipation_not_cancelable',
      'The anticipation is approved; it would have to be pending.',
    ]);
  });

  it('is canceled by its merchant alone', async () => {
    const { anticipation } = await waiting();
    expect(await ledger.cancel(newId(), anticipation.id)).toMatchObject({ error: 'anticipation_not_found' });
    expect(await ledger.cancel(merchantId, newId())).toMatchObject({ error: 'anticipation_not_found' });
    expect(await ledger.review(newId(), 'approved')).toMatchObject({ error: 'anticipation_not_found' });
    expect(await ledger.find(anticipation.id)).toMatchObject({ status: 'pending' });
  });

  /** By interest: net, interest, days. */
  async function itemsOf(id: string) {
    const rows = await ledger.ledger.database.query<{ net_amount: bigint; fee_amount: bigint; days: number }>(
      'SELECT * FROM published_anticipation_receivables WHERE anticipation_id = $1 ORDER BY net_amount, days',
      [id],
    );
    return rows.map(({ net_amount, fee_amount, days }) => [net_amount, fee_amount, days]);
  }
});
