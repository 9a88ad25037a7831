import { CHARGE_STATUSES, CHARGE_TRANSITIONS, DEFAULT_FEES, type CreditCardDetailsDto } from '@centavo/contracts';
import fc from 'fast-check';
import type { AuthorizationResult } from '../acquirers/acquirer.port.js';
import { aChargeCommand } from '../testing/charge-command.js';
import { SANDBOX_CARDS } from '../cards/sandbox-cards.domain.js';
import { AUTHORIZATION_WINDOW_MS, moveForAcquirerError, moveForResult } from './charge-transition.domain.js';
import { newCharge } from './create/new-charge.domain.js';
import type { ChargeState } from './charge.domain.js';

const now = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-20T12:00:01Z');
const approval: AuthorizationResult = {
  outcome: 'approved',
  externalId: 'x-1',
  authorizationCode: 'A1B2C3',
  nsu: '000000001',
};

function pendingCharge(body: Parameters<typeof aChargeCommand>[0] = {}): ChargeState {
  const command = aChargeCommand(body);
  const { installments = 1, capture = true } = command.body.payment_details as CreditCardDetailsDto;
  const card = SANDBOX_CARDS.get('tok_visa')!;
  const means = { method: 'credit_card', card, installments: installments!, capture: capture! } as const;
  return { ...newCharge(command, means, new Map(), now), outbox_id: 'none' };
}

describe('the move that an acquirer result asks for', () => {
  it('captures the total, shipping included, when the charge asks for capture', () => {
    const { after, from } = moveForResult(
      pendingCharge({ amount: 10_000, shipping_amount: 500 }),
      approval,
      'sandbox',
      later,
    );
    expect(from).toEqual(['pending']);
    expect(after).toMatchObject({
      status: 'captured',
      authorized_amount: 10_500n,
      captured_amount: 10_500n,
      captured_at: later,
      sequence: 2,
    });
  });

  it('only authorizes, for five days, when the charge asks for that', () => {
    const charge = pendingCharge({ payment_details: { token: 'tok_visa', capture: false } });
    const { after } = moveForResult(charge, approval, 'sandbox', later);
    expect(after).toMatchObject({
      status: 'authorized',
      authorized_amount: 10_000n,
      captured_amount: 0n,
      captured_at: null,
    });
    expect(after.expires_at).toEqual(new Date(later.getTime() + AUTHORIZATION_WINDOW_MS));
  });

  it('fails with the code of a decline and moves no money', () => {
    const declined = { outcome: 'declined', failureCode: 'insufficient_funds', failureMessage: 'no' } as const;
    const { after } = moveForResult(pendingCharge(), declined, 'sandbox', later);
    expect(after).toMatchObject({
      status: 'failed',
      failure_code: 'insufficient_funds',
      authorized_amount: 0n,
      captured_amount: 0n,
    });
  });

  it('fails with acquirer_error when the acquirer kept erring', () => {
    expect(moveForAcquirerError(pendingCharge(), 'sandbox', later).after).toMatchObject({
      status: 'failed',
      failure_code: 'acquirer_error',
    });
  });
});

describe('the state machine of a charge', () => {
  it('names only known states and never leads back to pending', () => {
    for (const { from, to } of Object.values(CHARGE_TRANSITIONS)) {
      expect(CHARGE_STATUSES).toEqual(expect.arrayContaining([...from, to]));
      expect(to).not.toBe('pending');
    }
  });
});

describe('a new charge', () => {
  it('keeps every amount it was given and agrees the fee of its installment band', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e12 }),
        fc.integer({ min: 0, max: 1e12 }),
        fc.integer({ min: 1, max: 12 }),
        (amount, shipping, installments) => {
          const charge = pendingCharge({
            amount,
            shipping_amount: shipping,
            payment_details: { token: 'tok_elo', installments },
          });
          expect([charge.amount, charge.shipping_amount]).toEqual([BigInt(amount), BigInt(shipping)]);
          const band = DEFAULT_FEES.credit_card.find(({ from, to }) => from <= installments && installments <= to)!;
          expect(charge.terms.fee).toEqual({ bps: band.bps, fixed: band.fixed });
        },
      ),
    );
  });

  it('keeps no field that the server owns', () => {
    const charge = pendingCharge({ status: 'captured', captured_amount: 5, merchant_id: 'other' } as object);
    expect(charge).toMatchObject({ status: 'pending', captured_amount: 0n });
    expect(charge.merchant_id).not.toBe('other');
  });
});
