import { newId } from '@centavo/runtime';
import { SandboxFixture } from '../../testing/sandbox-fixture.js';
import { anOperation } from '../testing/acquirer-under-test.js';

describe('the sandbox triggers', () => {
  let fixture: SandboxFixture;

  beforeAll(async () => {
    fixture = await SandboxFixture.start();
  });
  beforeEach(() => {
    fixture.notifications.answer = () => true;
  });
  afterAll(() => fixture.stop());

  /** @returns its reference */
  async function aPix(validForMs = 60_000): Promise<string> {
    const reference = newId();
    await fixture.acquirer.createPix({
      reference,
      amount: 500n,
      expiresAt: new Date(fixture.clock.nowMs() + validForMs),
    });
    return reference;
  }

  it('tell a payment as the acquirer knows it', async () => {
    const reference = await aPix();
    expect(await fixture.triggers.pay(reference)).toBe(true);
    const payment = await fixture.acquirer.inquirePayment(reference);
    expect(payment?.paidAt).toEqual(fixture.clock.now());
    expect(fixture.notifications.of(reference)).toEqual([{ kind: 'paid', reference, payment }]);
  });

  it('tell the same payment again when it is made twice', async () => {
    const reference = await aPix();
    await fixture.triggers.pay(reference);
    fixture.clock.advance(90_000);
    await fixture.triggers.pay(reference);
    const [first, second] = fixture.notifications.of(reference);
    expect(second).toEqual(first);
  });

  it('leave a payment to be found when it could not be told', async () => {
    const reference = await aPix();
    fixture.notifications.answer = () => {
      throw new Error('the process died');
    };
    await expect(fixture.triggers.pay(reference)).rejects.toThrow('the process died');
    expect(await fixture.acquirer.inquirePayment(reference)).toBeDefined();
  });

  it('pay nothing that is voided, expired or unknown, and tell nothing', async () => {
    const voided = await aPix();
    await fixture.acquirer.operate(anOperation('void', voided, 500n));
    for (const reference of [voided, await aPix(-1), newId()]) {
      expect(await fixture.triggers.pay(reference)).toBe(false);
      expect(await fixture.acquirer.inquirePayment(reference)).toBeUndefined();
      expect(fixture.notifications.of(reference)).toEqual([]);
    }
  });

  it('answer whether a payment fitted its charge', async () => {
    fixture.notifications.answer = () => false;
    expect(await fixture.triggers.pay(await aPix())).toBe(false);
  });

  it.each([
    ['chargeback', 'chargeback'],
    ['disputeWon', 'dispute_won'],
    ['disputeLost', 'dispute_lost'],
  ] as const)('tell a %s and answer whether it fitted', async (trigger, kind) => {
    const reference = newId();
    expect(await fixture.triggers[trigger](reference)).toBe(true);
    fixture.notifications.answer = () => false;
    expect(await fixture.triggers[trigger](reference)).toBe(false);
    expect(fixture.notifications.of(reference)).toEqual([
      { id: expect.any(String), kind, reference },
      { id: expect.any(String), kind, reference },
    ]);
  });
});
