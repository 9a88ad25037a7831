import { Metrics, newId } from '@centavo/runtime';
import { stoppedInTransactions, testSettings } from '@centavo/testing';
import { cardOf, SandboxFixture } from '../../testing/sandbox-fixture.js';
import { AcquirerTimeoutError, AcquirerUnavailableError } from '../acquirer.port.js';
import { ResilientAcquirer } from '../resilience/resilient-acquirer.js';
import { describeAcquirer } from '../testing/acquirer-contract.js';
import { anAuthorization, anOperation } from '../testing/acquirer-under-test.js';
import { SandboxAcquirer } from './sandbox-acquirer.js';

describeAcquirer('the sandbox', async () => {
  const fixture = await SandboxFixture.start();
  return {
    acquirer: fixture.acquirer,
    cards: { approved: cardOf('tok_visa'), declined: cardOf('tok_card_declined') },
    pay: async (reference) => void (await fixture.triggers.pay(reference)),
    close: () => fixture.stop(),
  };
});

describe('the sandbox acquirer', () => {
  let fixture: SandboxFixture;

  beforeAll(async () => {
    fixture = await SandboxFixture.start();
  });
  afterAll(() => fixture.stop());

  /** Rows of the acquirer's own books. */
  const approvalsOf = (reference: string) =>
    fixture.database.query(`SELECT FROM sandbox_authorizations WHERE reference = $1 AND outcome = 'approved'`, [
      reference,
    ]);

  it.each(['tok_visa', 'tok_mastercard', 'tok_elo', 'tok_amex', 'tok_hipercard', 'tok_chargeback'])(
    'approves %s',
    async (token) => {
      const result = await fixture.acquirer.authorize(anAuthorization(cardOf(token)));
      expect(result.outcome).toBe('approved');
    },
  );

  it.each(['card_declined', 'insufficient_funds', 'do_not_honor', 'expired_card'])(
    'declines tok_%s for that reason',
    async (failureCode) => {
      const result = await fixture.acquirer.authorize(anAuthorization(cardOf(`tok_${failureCode}`)));
      expect(result).toMatchObject({ outcome: 'declined', failureCode });
    },
  );

  it('errs once and then approves tok_acquirer_error_once', async () => {
    const request = anAuthorization(cardOf('tok_acquirer_error_once'));
    await expect(fixture.acquirer.authorize(request)).rejects.toThrow(AcquirerUnavailableError);
    expect(await fixture.acquirer.inquire(request.reference)).toBeUndefined();
    expect(await fixture.acquirer.authorize(request)).toMatchObject({ outcome: 'approved' });
  });

  it('does not answer for tok_timeout_approved, and says that it approved when inquired', async () => {
    const request = anAuthorization(cardOf('tok_timeout_approved'));
    await expect(fixture.acquirer.authorize(request)).rejects.toThrow(AcquirerTimeoutError);
    expect(await fixture.acquirer.inquire(request.reference)).toMatchObject({ outcome: 'approved' });
    expect(await approvalsOf(request.reference)).toHaveLength(1);
  });

  it('does not answer for tok_timeout_declined, and knows nothing of it when inquired', async () => {
    const request = anAuthorization(cardOf('tok_timeout_declined'));
    await expect(fixture.acquirer.authorize(request)).rejects.toThrow(AcquirerTimeoutError);
    expect(await fixture.acquirer.inquire(request.reference)).toBeUndefined();
  });

  it.each(['tok_acquirer_error_once', 'tok_timeout_approved', 'tok_timeout_declined'])(
    'blames the card and not itself for the fault of %s',
    async (token) => {
      const request = anAuthorization(cardOf(token));
      await expect(fixture.acquirer.authorize(request)).rejects.toMatchObject({ scope: 'request' });
    },
  );

  it('shows a double authorization as two approvals', async () => {
    const request = anAuthorization(cardOf('tok_visa'));
    await fixture.acquirer.authorize(request);
    await fixture.acquirer.authorize(request);
    expect(await approvalsOf(request.reference)).toHaveLength(2);
  });

  it('shows a double refund as two operations that were done', async () => {
    const payment = anAuthorization(cardOf('tok_visa'));
    await fixture.acquirer.authorize(payment);
    const refund = anOperation('refund', payment.reference, 2_000n);
    await fixture.acquirer.operate(refund);
    await fixture.acquirer.operate(refund);
    const rows = await fixture.database.query(
      `SELECT FROM sandbox_operations WHERE reference = $1 AND result ->> 'outcome' = 'done'`,
      [refund.reference],
    );
    expect(rows).toHaveLength(2);
  });

  describe('in a process that was stopped while it asked', () => {
    const TIMEOUT_MS = 1_000;
    let process: ReturnType<typeof stoppedInTransactions>;
    let acquirer: ResilientAcquirer;
    beforeEach(() => {
      process = stoppedInTransactions(fixture.database, TIMEOUT_MS);
      const settings = testSettings({ ACQUIRER_TIMEOUT_MS: String(TIMEOUT_MS) });
      acquirer = new ResilientAcquirer(new SandboxAcquirer(process.database), settings, new Metrics());
    });

    it.each(['tok_visa', 'tok_chargeback'])('authorizes nothing any more on %s', async (token) => {
      const request = anAuthorization(cardOf(token));
      await expect(acquirer.authorize(request)).rejects.toThrow(AcquirerTimeoutError);
      await process.atRest();
      expect(await approvalsOf(request.reference)).toEqual([]);
    });

    it('refunds nothing any more', async () => {
      const payment = anAuthorization(cardOf('tok_visa'));
      await fixture.acquirer.authorize(payment);
      const refund = anOperation('refund', payment.reference, 2_000n);
      await expect(acquirer.operate(refund)).rejects.toThrow(AcquirerTimeoutError);
      await process.atRest();
      expect(await fixture.acquirer.inquireOperation(refund.reference)).toBeUndefined();
    });
  });

  it('refuses to void what has been paid in the meantime', async () => {
    const pix = { reference: newId(), amount: 500n, expiresAt: new Date(fixture.clock.nowMs() + 60_000) };
    await fixture.acquirer.createPix(pix);
    await fixture.triggers.pay(pix.reference);
    expect(await fixture.acquirer.operate(anOperation('void', pix.reference, 500n))).toEqual({
      outcome: 'refused',
      reason: 'already paid',
    });
  });

  it('takes either the payment or the void of a Pix, never both', async () => {
    const references = Array.from({ length: 20 }, () => newId());
    const expiresAt = new Date(fixture.clock.nowMs() + 60_000);
    for (const reference of references) await fixture.acquirer.createPix({ reference, amount: 500n, expiresAt });
    await Promise.all(
      references.map(async (reference) => {
        const [isPaid, { outcome }] = await Promise.all([
          fixture.triggers.pay(reference),
          fixture.acquirer.operate(anOperation('void', reference, 500n)),
        ]);
        expect(outcome).toBe(isPaid ? 'refused' : 'done');
      }),
    );
  });

  it('refuses what fits no code as certainly not done, and keeps nothing of it', async () => {
    const pix = { reference: newId(), amount: 10n ** 12n, expiresAt: new Date() };
    await expect(fixture.acquirer.createPix(pix)).rejects.toThrow(AcquirerUnavailableError);
    await expect(fixture.acquirer.createPix(pix)).rejects.toMatchObject({ scope: 'request' });
    expect(
      await fixture.database.query('SELECT FROM sandbox_payments WHERE reference = $1', [pix.reference]),
    ).toHaveLength(0);
  });
});
