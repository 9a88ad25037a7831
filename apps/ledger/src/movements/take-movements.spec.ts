import { BUS_TABLES_MIGRATION, RetriableError, type MessageHeaders } from '@centavo/messaging';
import { newId } from '@centavo/runtime';
import { silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import {
  altered,
  capturedChargeMessage,
  chargebackMessage,
  disputeWonMessage,
  laterChargeMessage,
  refundMessage,
} from '../fixtures/charge-messages.js';
import { postedOf } from '../fixtures/journal-view.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import { ledgerService } from '../ledger.service.js';
import type { ChargeMessage } from './charge-message.js';

describe('when a charge moves money', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let merchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const clock = testClock('2026-11-20T15:00:01.000Z');
    ledger = await LedgerFixture.start(await database.database('ledger'), clock, silentLogger);
    merchantId = await ledger.openMerchant();
  });

  afterAll(async () => {
    await ledger.stop();
    await database.close();
  });

  const postedOfCharge = ({ key }: ChargeMessage) => postedOf(ledger.database, key);
  const captured = async (): Promise<ChargeMessage> => {
    const message = capturedChargeMessage({ merchantId });
    expect(await ledger.movements.take([message])).toEqual([{}]);
    return message;
  };

  it.each(['capture_at_once', 'pay', 'capture'])('posts the capture by %s', async (trigger) => {
    const message = capturedChargeMessage({ merchantId, trigger });
    expect(await ledger.movements.take([message])).toEqual([{}]);
    expect(await postedOfCharge(message)).toEqual(['capture']);
  });

  it('posts a whole story that comes at once, in its order, and no second capture', async () => {
    const story = tell(capturedChargeMessage({ merchantId }), [
      ['charge.chargeback', { trigger: 'charge_back' }],
      ['charge.captured', { trigger: 'win_dispute' }],
      ['charge.partially_refunded', { trigger: 'refund_part', refundId: newId(), refundAmount: '1' }],
      ['charge.chargeback', { trigger: 'charge_back' }],
      ['charge.partially_refunded', { trigger: 'win_dispute_after_refund' }],
      ['charge.chargeback', { trigger: 'charge_back' }],
      ['charge.dispute_lost', { trigger: 'lose_dispute' }],
    ]);

    expect(await ledger.movements.take(story)).toEqual(story.map(() => ({})));

    expect(await postedOfCharge(story[0]!)).toEqual([
      'capture',
      'chargeback',
      'chargeback_won',
      'refund',
      'chargeback',
      'chargeback_won',
      'chargeback',
      'chargeback_lost',
    ]);
  });

  it('lets what comes before its capture be tried again, and all of the charge with it', async () => {
    const message = capturedChargeMessage({ merchantId });
    const early = [refundMessage(message, '4000'), chargebackMessage(message)];

    const outcomes = await ledger.movements.take(early);

    expect(outcomes.map(errorOf)).toEqual([expect.any(RetriableError), expect.any(RetriableError)]);
    expect(await ledger.movements.take([message, ...early])).toEqual([{}, {}, {}]);
    expect(await postedOfCharge(message)).toEqual(['capture', 'refund', 'chargeback']);
  });

  it('lets what follows a capture for which no wallet is open wait with it', async () => {
    const lateMerchantId = newId();
    const message = capturedChargeMessage({ merchantId: lateMerchantId });
    const refund = refundMessage(message, '4000');

    const outcomes = await ledger.movements.take([message, refund]);
    expect(outcomes.map(errorOf)).toEqual([expect.any(RetriableError), expect.any(RetriableError)]);

    await ledger.wallets.open({
      id: newId(),
      merchantId: lateMerchantId,
      ownerId: lateMerchantId,
      ownerType: 'merchant',
    });
    expect(await ledger.movements.take([message, refund])).toEqual([{}, {}]);
  });

  it('gives each member of a mixed batch its own fate, in their order', async () => {
    const unknownMerchant = capturedChargeMessage({ merchantId: newId() });
    const fine = capturedChargeMessage({ merchantId });
    const disputed = chargebackMessage(await captured());
    await ledger.movements.take([disputed]);
    const won = disputeWonMessage(disputed);
    const untold = without(capturedChargeMessage({ merchantId }), 'trigger');

    const outcomes = await ledger.movements.take([won, untold, unknownMerchant, fine]);

    expect(outcomes.map((outcome) => errorOf(outcome) === undefined)).toEqual([true, false, false, true]);
    expect(String(errorOf(outcomes[1]))).toContain('what triggered it');
    expect(String(errorOf(outcomes[2]))).toContain('no wallet');
    expect(await postedOfCharge(disputed)).toEqual(['capture', 'chargeback', 'chargeback_won']);
    expect(await postedOfCharge(fine)).toEqual(['capture']);
  });

  it.each<[string, (refund: ChargeMessage) => ChargeMessage, string]>([
    ['does not say what triggered it', (refund) => without(refund, 'trigger'), 'what triggered it'],
    ['has a trigger nobody knows', (refund) => withHeader(refund, { trigger: 'gift' }), 'cannot be triggered by'],
    ['does not say which refund it is of', (refund) => without(refund, 'refundId'), 'does not carry its refund'],
    ['does not say how much', (refund) => without(refund, 'refundAmount'), 'does not carry its refund'],
    ['takes less than nothing', (refund) => withHeader(refund, { refundAmount: '-1' }), 'does not carry its refund'],
    ['takes nothing', (refund) => withHeader(refund, { refundAmount: '0' }), 'is of nothing'],
    ['is no JSON', (refund) => altered(refund, { value: '{"id":' }), 'SyntaxError'],
    ['is of another charge than it seems', (refund) => altered(refund, { value: '{"data":{}}' }), 'that is its key'],
    [
      'has no date',
      (refund) => altered(refund, { value: JSON.stringify({ data: { id: refund.key } }) }),
      'when it occurred',
    ],
  ])('lets a refund that %s fall out alone', async (_, spoil, reason) => {
    const [charge, neighbour] = [await captured(), await captured()];

    const [refused, later, passed] = await ledger.movements.take([
      spoil(refundMessage(charge, '4000')),
      refundMessage(charge, '1000'),
      refundMessage(neighbour, '4000'),
    ]);

    expect(String(errorOf(refused))).toContain(reason);
    expect([later, passed]).toEqual([{}, {}]);
    expect(await postedOfCharge(charge)).toEqual(['capture', 'refund']);
    expect(await postedOfCharge(neighbour)).toEqual(['capture', 'refund']);
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
