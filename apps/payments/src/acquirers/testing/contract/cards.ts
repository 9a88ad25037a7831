import { newId } from '@centavo/runtime';
import { anAuthorization, anOperation, type AcquirerUnderTest } from '../acquirer-under-test.js';

const REFUSED = { outcome: 'refused' };
const DONE = { outcome: 'done' };

export function describeCards(current: () => AcquirerUnderTest): void {
  /** @returns its reference */
  async function authorized({ capture }: { capture: boolean }): Promise<string> {
    const { acquirer, cards } = current();
    const request = anAuthorization(cards.approved, { capture });
    expect(await acquirer.authorize(request)).toMatchObject({ outcome: 'approved' });
    return request.reference;
  }

  describe('cards', () => {
    it('approves with everything a receipt needs, and says the same when inquired', async () => {
      const { acquirer, cards } = current();
      const request = anAuthorization(cards.approved);
      const approval = await acquirer.authorize(request);
      expect(approval).toEqual({
        outcome: 'approved',
        externalId: expect.stringMatching(/./),
        authorizationCode: expect.stringMatching(/./),
        nsu: expect.stringMatching(/./),
      });
      expect(await acquirer.inquire(request.reference)).toEqual(approval);
    });

    it('declines as a result and no error, and says the same when inquired', async () => {
      const { acquirer, cards } = current();
      const request = anAuthorization(cards.declined);
      const decline = await acquirer.authorize(request);
      expect(decline).toMatchObject({ outcome: 'declined', failureMessage: expect.stringMatching(/./) });
      expect(await acquirer.inquire(request.reference)).toEqual(decline);
    });

    it('knows nothing of a reference it never heard of', async () => {
      const { acquirer } = current();
      expect(await acquirer.inquire(newId())).toBeUndefined();
      expect(await acquirer.inquireOperation(newId())).toBeUndefined();
    });

    it('captures a part of an authorization, once, and refunds no more than that', async () => {
      const { acquirer } = current();
      const payment = await authorized({ capture: false });
      expect(await acquirer.operate(anOperation('refund', payment, 1n))).toMatchObject(REFUSED);
      expect(await acquirer.operate(anOperation('capture', payment, 10_001n))).toMatchObject(REFUSED);
      expect(await acquirer.operate(anOperation('capture', payment, 7_000n))).toEqual(DONE);
      expect(await acquirer.operate(anOperation('capture', payment, 3_000n))).toMatchObject(REFUSED);
      expect(await acquirer.operate(anOperation('refund', payment, 4_000n))).toEqual(DONE);
      expect(await acquirer.operate(anOperation('refund', payment, 3_001n))).toMatchObject(REFUSED);
      expect(await acquirer.operate(anOperation('refund', payment, 3_000n))).toEqual(DONE);
    });

    it('takes an approval that captures at once for captured', async () => {
      const { acquirer } = current();
      const payment = await authorized({ capture: true });
      expect(await acquirer.operate(anOperation('capture', payment, 1n))).toMatchObject(REFUSED);
      expect(await acquirer.operate(anOperation('void', payment, 10_000n))).toMatchObject(REFUSED);
      expect(await acquirer.operate(anOperation('refund', payment, 10_000n))).toEqual(DONE);
    });

    it('voids an authorization, which can be captured no more', async () => {
      const { acquirer } = current();
      const payment = await authorized({ capture: false });
      expect(await acquirer.operate(anOperation('void', payment, 10_000n))).toEqual(DONE);
      expect(await acquirer.operate(anOperation('capture', payment, 10_000n))).toMatchObject(REFUSED);
    });

    it('refuses an operation on a declined or unknown payment', async () => {
      const { acquirer, cards } = current();
      const declined = anAuthorization(cards.declined);
      await acquirer.authorize(declined);
      for (const payment of [declined.reference, newId()]) {
        expect(await acquirer.operate(anOperation('refund', payment, 1n))).toMatchObject(REFUSED);
      }
    });

    it('says what became of an operation when inquired', async () => {
      const { acquirer } = current();
      const payment = await authorized({ capture: true });
      const refund = anOperation('refund', payment, 6_000n);
      const tooMuch = anOperation('refund', payment, 6_000n);
      await acquirer.operate(refund);
      const refusal = await acquirer.operate(tooMuch);
      expect(await acquirer.inquireOperation(refund.reference)).toEqual(DONE);
      expect(await acquirer.inquireOperation(tooMuch.reference)).toEqual(refusal);
    });

    it('refunds no centavo more than was captured, however many ask at once', async () => {
      const { acquirer } = current();
      const payment = await authorized({ capture: true });
      const results = await Promise.all(
        Array.from({ length: 20 }, () => acquirer.operate(anOperation('refund', payment, 1_500n))),
      );
      expect(results.filter(({ outcome }) => outcome === 'done')).toHaveLength(6);
    });
  });
}
