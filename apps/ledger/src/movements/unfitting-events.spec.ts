import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import {
  capturedChargeMessage,
  chargebackMessage,
  disputeLostMessage,
  disputeWonMessage,
  refundMessage,
} from '../fixtures/charge-messages.js';
import { balancesOf, postedOf, standingOf } from '../fixtures/journal-view.js';
import { errorOf, LedgerFixture } from '../fixtures/ledger.fixture.js';
import { ledgerService } from '../ledger.service.js';
import { verifyLedger } from '../verify/verify-ledger.js';
import type { ChargeMessage } from './charge-message.js';

describe('an event that comes again, or out of its order', () => {
  let database: TestDatabase;
  let ledger: LedgerFixture;
  let merchantId: string;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const clock = testClock('2026-11-20T15:00:01.000Z');
    ledger = await LedgerFixture.start(await database.database('ledger'), clock, silentLogger);
  });

  beforeEach(async () => {
    merchantId = await ledger.openMerchant();
  });

  afterAll(async () => {
    await ledger.stop();
    await database.close();
  });

  const take = async (...messages: readonly ChargeMessage[]): Promise<void> =>
    expect(await ledger.movements.take(messages)).toEqual(messages.map(() => ({})));
  const standing = ({ key }: ChargeMessage) => standingOf(ledger.database, key, merchantId);
  const posted = ({ key }: ChargeMessage) => postedOf(ledger.database, key);
  const balances = () => balancesOf(ledger.database, merchantId);

  it('does nothing the second time, however late', async () => {
    const charge = capturedChargeMessage({ merchantId });
    const first = chargebackMessage(charge);
    const won = disputeWonMessage(first);
    const refund = refundMessage(won, '4000');
    const second = chargebackMessage(refund);
    const story = [charge, first, won, refund, second, disputeLostMessage(second)];
    for (const message of story) await take(message);
    const before = [await standing(charge), await balances(), await posted(charge)];

    for (const message of story.toReversed()) await take(message, message);
    await take(...story);

    expect([await standing(charge), await balances(), await posted(charge)]).toEqual(before);
  });

  it.each<[string, (charge: ChargeMessage) => ChargeMessage[], string]>([
    ['a dispute is won that nobody opened', (charge) => [disputeWonMessage(charge)], 'nobody disputes'],
    ['a dispute is lost that nobody opened', (charge) => [disputeLostMessage(charge)], 'nobody disputes'],
    ['a dispute is opened twice', (charge) => [chargebackMessage(charge), chargebackMessage(charge)], 'is disputed'],
    [
      'a refund comes while it is disputed',
      (charge) => [chargebackMessage(charge), refundMessage(charge, '1')],
      'is disputed',
    ],
    [
      'a dispute is lost that was won',
      (charge) => [chargebackMessage(charge), disputeWonMessage(charge), disputeLostMessage(charge)],
      'nobody disputes',
    ],
    [
      'nothing is left to dispute',
      (charge) => [refundMessage(charge, '10001'), chargebackMessage(charge)],
      'nothing is left',
    ],
    [
      'nothing is left to refund',
      (charge) => [chargebackMessage(charge), disputeLostMessage(charge), refundMessage(charge, '1')],
      'cannot be taken from 0',
    ],
  ])('lets an event fall out alone and changes nothing when %s', async (_, tell, reason) => {
    const charge = capturedChargeMessage({ merchantId });
    const [misfit, ...fitting] = tell(charge).toReversed() as [ChargeMessage, ...ChargeMessage[]];
    await take(charge, ...fitting.toReversed());
    const neighbour = capturedChargeMessage({ merchantId: await ledger.openMerchant() });
    const before = [await standing(charge), await balances()];

    const [refused, passed] = await ledger.movements.take([misfit, neighbour]);

    expect(String(errorOf(refused))).toContain(reason);
    expect(passed).toEqual({});
    expect([await standing(charge), await balances()]).toEqual(before);
  });

  it('leaves a ledger, after all of this, in which everything adds up', async () => {
    expect(await verifyLedger(ledger.database)).toMatchObject({ ok: true, violations: [] });
  });
});
