import { BUS_TABLES_MIGRATION, type MessageHeaders } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import { altered, capturedChargeMessage, laterChargeMessage, refundMessage } from '../fixtures/charge-messages.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { verifyLedger } from '../journal/verify-ledger.js';
import { ledgerService } from '../ledger.service.js';
import type { ChargeMessage } from './charge-message.js';

describe('when a charge moves money', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let otherInstance: LedgerFixture;
  let merchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const clock = testClock('2026-11-20T15:00:01.000Z');
    const start = async () => LedgerFixture.start(await database.database('ledger'), clock, silentLogger);
    ledger = await start();
    otherInstance = await start();
    merchantId = await ledger.openMerchant();
  });

  afterAll(async () => {
    await ledger.stop();
    await otherInstance.stop();
    await database.close();
  });

  const waitingOf = (chargeId: string) =>
    ledger.database.query<Record<string, unknown>>(
      `SELECT event_id, kind, refund_id, amount, occurred_at, sequence, payload::text AS payload
       FROM charge_movements WHERE charge_id = $1 ORDER BY sequence, kind`,
      [chargeId],
    );
  const kindsOf = async (chargeId: string) => (await waitingOf(chargeId)).map(({ kind }) => kind);
  const postedOf = async (chargeId: string): Promise<string[]> => {
    const transactions = await ledger.database.query<{ kind: string }>(
      `SELECT kind FROM transactions WHERE reference_id = $1`,
      [chargeId],
    );
    return transactions.map(({ kind }) => kind);
  };

  it.each(['capture_at_once', 'pay', 'capture'])('posts the capture by %s, and keeps nothing', async (trigger) => {
    const captured = capturedChargeMessage({ merchantId, trigger });
    expect(await ledger.movements.take([captured])).toEqual([{}]);
    expect(await postedOf(captured.key)).toEqual(['capture']);
    expect(await waitingOf(captured.key)).toEqual([]);
  });

  it('keeps a refund as it was told, until it can be posted', async () => {
    const captured = capturedChargeMessage({ merchantId });
    const refund = refundMessage(captured, '4000');

    expect(await ledger.movements.take([captured])).toEqual([{}]);
    expect(await ledger.movements.take([refund])).toEqual([{}]);

    expect(await waitingOf(captured.key)).toEqual([
      {
        event_id: refund.id,
        kind: 'refund',
        refund_id: refund.headers.refundId,
        amount: 4000n,
        occurred_at: new Date(refund.payload.occurred_at),
        sequence: 3,
        payload: refund.value,
      },
    ]);
    expect(await postedOf(captured.key)).toEqual(['capture']);
  });

  it('keeps what is delivered again once, in a later batch, within one and at another instance', async () => {
    const captured = capturedChargeMessage({ merchantId });
    const refunds = Array.from({ length: 20 }, () => refundMessage(captured, '10'));

    const outcomes = await Promise.all([
      ledger.movements.take([...refunds, refunds[0]!]),
      otherInstance.movements.take(refunds.toReversed()),
      ledger.movements.take(refunds.slice(5, 10)),
    ]);
    await ledger.movements.take([refunds[0]!]);

    expect(outcomes.flat().every((outcome) => errorOf(outcome) === undefined)).toBe(true);
    expect(await waitingOf(captured.key)).toHaveLength(20);
  });

  it('keeps chargebacks and how they end in the order of the charge, however they come, and posts no second capture', async () => {
    const captured = capturedChargeMessage({ merchantId });
    const story = tell(captured, [
      ['charge.chargeback', { trigger: 'charge_back' }],
      ['charge.captured', { trigger: 'win_dispute' }],
      ['charge.partially_refunded', { trigger: 'refund_part', refundId: newId(), refundAmount: '1' }],
      ['charge.chargeback', { trigger: 'charge_back' }],
      ['charge.partially_refunded', { trigger: 'win_dispute_after_refund' }],
      ['charge.chargeback', { trigger: 'charge_back' }],
      ['charge.dispute_lost', { trigger: 'lose_dispute' }],
    ]);

    for (const message of story.toReversed()) expect(await ledger.movements.take([message])).toEqual([{}]);

    expect(await kindsOf(captured.key)).toEqual([
      'chargeback',
      'chargeback_won',
      'refund',
      'chargeback',
      'chargeback_won',
      'chargeback',
      'chargeback_lost',
    ]);
    const amounts = (await waitingOf(captured.key)).map(({ amount }) => amount);
    expect(amounts).toEqual([null, null, 1n, null, null, null, null]);
    expect(await postedOf(captured.key)).toEqual(['capture']);
  });

  it('gives each member of a mixed batch its own fate, in their order', async () => {
    const unknownMerchant = capturedChargeMessage({ merchantId: newId() });
    const captured = capturedChargeMessage({ merchantId });
    const earlier = capturedChargeMessage({ merchantId });
    const won = laterChargeMessage(earlier, 'charge.captured', { trigger: 'win_dispute' });
    const untold = without(capturedChargeMessage({ merchantId }), 'trigger');

    const outcomes = await ledger.movements.take([won, untold, unknownMerchant, captured]);

    expect(outcomes.map((outcome) => errorOf(outcome) === undefined)).toEqual([true, false, false, true]);
    expect(String(errorOf(outcomes[1]))).toContain('what triggered it');
    expect(String(errorOf(outcomes[2]))).toContain('no wallet');
    expect(await kindsOf(earlier.key)).toEqual(['chargeback_won']);
    expect(await postedOf(captured.key)).toEqual(['capture']);
  });

  it.each<[string, (refund: ChargeMessage) => ChargeMessage, string]>([
    ['does not say what triggered it', (refund) => without(refund, 'trigger'), 'what triggered it'],
    ['has a trigger nobody knows', (refund) => withHeader(refund, { trigger: 'gift' }), 'cannot be triggered by'],
    ['does not say which refund it is of', (refund) => without(refund, 'refundId'), 'does not carry its refund'],
    ['does not say how much', (refund) => without(refund, 'refundAmount'), 'does not carry its refund'],
    ['takes less than nothing', (refund) => withHeader(refund, { refundAmount: '-1' }), 'does not carry its refund'],
    ['takes nothing', (refund) => withHeader(refund, { refundAmount: '0' }), 'is of nothing'],
    ['is no JSON', (refund) => altered(refund, { value: '{"id":' }), 'SyntaxError'],
    ['has no date', (refund) => altered(refund, { value: '{"data":{},"sequence":3}' }), 'when it occurred'],
    ['has no place', (refund) => altered(refund, { value: '{"data":{},"occurred_at":"2026-11-20"}' }), 'its place'],
  ])('lets a refund that %s fall out alone', async (_, spoil, reason) => {
    const [captured, neighbour] = [capturedChargeMessage({ merchantId }), capturedChargeMessage({ merchantId })];

    const [refused, passed] = await ledger.movements.take([
      spoil(refundMessage(captured, '4000')),
      refundMessage(neighbour, '4000'),
    ]);

    expect(String(errorOf(refused))).toContain(reason);
    expect(passed).toEqual({});
    expect(await waitingOf(captured.key)).toEqual([]);
    expect(await kindsOf(neighbour.key)).toEqual(['refund']);
  });

  it('leaves a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });
});

/** A capture and what follows it, one event after the other. */
function tell(captured: ChargeMessage, chapters: readonly (readonly [Event, MessageHeaders])[]): ChargeMessage[] {
  const story = [captured];
  for (const [event, headers] of chapters) story.push(laterChargeMessage(story.at(-1)!, event, headers));
  return story;
}

type Event = Parameters<typeof laterChargeMessage>[1];

const withHeader = (message: ChargeMessage, headers: MessageHeaders) => altered(message, { headers });

const without = (message: ChargeMessage, header: string) => withHeader(message, { [header]: undefined });
