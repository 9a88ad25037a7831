import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { runs, silentLogger, startTestDatabase, testClock, type TestDatabase } from '@centavo/testing';
import fc from 'fast-check';
import { AnticipationsFixture, EVERYTHING, spot } from '../testing/anticipations.fixture.js';
import { capturedChargeMessage, laterChargeMessage, refundMessage } from '../fixtures/charge-messages.js';
import { errorOf } from '../fixtures/ledger.fixture.js';
import { ledgerService } from '../ledger.service.js';
import { verifyLedger } from '../verify/verify-ledger.js';

describe('anticipations at the same time', () => {
  const clock = testClock('2026-11-20T15:00:01.000Z');
  let database: TestDatabase;
  let ledger: AnticipationsFixture;
  let otherInstance: AnticipationsFixture;

  beforeAll(async () => {
    database = await startTestDatabase([ledgerService], { shared: [BUS_TABLES_MIGRATION] });
    const start = async () => AnticipationsFixture.start(await database.database('ledger'), clock, silentLogger);
    ledger = await start();
    otherInstance = await start();
  });
  afterAll(async () => {
    await ledger.stop();
    await otherInstance.stop();
    await database.close();
  });

  const instance = (index: number) => (index % 2 === 0 ? ledger : otherInstance);
  const liveOf = (receivableId: string) =>
    ledger.ledger.database.query(`SELECT FROM anticipation_items WHERE receivable_id = $1 AND NOT is_released`, [
      receivableId,
    ]);

  it.each(['automatic', 'manual'] as const)(
    'take a receivable once of a hundred times (review: %s)',
    async (review) => {
      const merchantId = await ledger.openMerchant({ review });
      const [wanted, ...others] = await ledger.capture({ merchantId, installments: 12 });
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          // In any order: locks are taken in one.
          const other = others[index % others.length]!;
          return instance(index).create(merchantId, index % 3 === 0 ? spot(other, wanted!) : spot(wanted!));
        }),
      );
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const errors = answers.map((answer) => (answer.ok ? 'none' : answer.error));
      expect(new Set(errors)).toEqual(new Set(['none', 'receivable_already_anticipated']));
      expect(await liveOf(wanted!)).toHaveLength(1);
      expect(await verifyLedger(ledger.ledger.database)).toMatchObject({ ok: true, violations: [] });
    },
  );

  it('are refused by the database itself when a receivable is in one already', async () => {
    const merchantId = await ledger.openMerchant();
    const [receivable] = await ledger.capture({ merchantId });
    const { id } = await ledger.created(merchantId, spot(receivable!));
    const other = await ledger.created(merchantId, EVERYTHING);
    const insert = ledger.ledger.database.query(
      `INSERT INTO anticipation_items SELECT $1, receivable_id, net_amount, fee_amount, days
       FROM anticipation_items WHERE anticipation_id = $2`,
      [other.id, id],
    );
    await expect(insert).rejects.toThrow('anticipation_items_once');
  });

  it('share out what there is between requests for everything', async () => {
    const merchantId = await ledger.openMerchant();
    const receivables = await ledger.capture({ merchantId, installments: 12 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => instance(index).create(merchantId, EVERYTHING)),
    );
    const paid = answers.reduce((sum, answer) => sum + (answer.ok ? answer.data.total_net_amount : 0), 0);
    expect(await ledger.ledger.availableOf(merchantId)).toBe(BigInt(paid));
    expect(new Set(await ledger.statusesOf(receivables))).toEqual(new Set(['anticipated']));
  });

  it('keep the books right when reviews, cancellations, refunds and disputes meet', async () => {
    const act = fc.constantFrom('approve', 'reject', 'cancel', 'refund', 'dispute', 'request', 'everything');
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 8 }), async (acts) => {
        const merchantId = await ledger.openMerchant({ review: 'manual' });
        const message = capturedChargeMessage({ merchantId });
        await ledger.ledger.captures.post([message]);
        const ids = (await ledger.ledger.receivablesOf(message.key)).map(({ id }) => id);
        const { id } = await ledger.created(merchantId, spot(...ids.slice(0, 2)));
        await ledger.setTerms(merchantId, {}, 2);

        await Promise.all(
          acts.map(async (name, index) => {
            const at = instance(index);
            switch (name) {
              case 'approve':
                return at.review(id, 'approved');
              case 'reject':
                return at.review(id, 'rejected');
              case 'cancel':
                return at.cancel(merchantId, id);
              case 'request':
                return at.create(merchantId, spot(...ids));
              case 'everything':
                return at.create(merchantId, EVERYTHING);
              case 'refund':
                return at.ledger.movements.take([refundMessage(message, '1000')]).then(([outcome]) => errorOf(outcome));
              case 'dispute': {
                const dispute = laterChargeMessage(message, 'charge.chargeback', { trigger: 'charge_back' });
                return at.ledger.movements.take([dispute]).then(([outcome]) => errorOf(outcome));
              }
            }
          }),
        );

        expect(await verifyLedger(ledger.ledger.database)).toMatchObject({ ok: true, violations: [] });
        const { status } = (await ledger.find(id))!;
        const outcomes = { approve: 'approved', reject: 'rejected', cancel: 'canceled' } as const;
        const possible = acts.flatMap((name) => (name in outcomes ? [outcomes[name as keyof typeof outcomes]] : []));
        // An approval may come too late for all of its receivables.
        expect(['pending', ...possible]).toContain(status);
        for (const receivable of ids) expect((await liveOf(receivable)).length).toBeLessThanOrEqual(1);
      }),
      runs(25),
    );
  });
});
