import { CHARGE_TRANSITIONS, type ChargeStatus, type ChargeTransition, type ChargeTrigger } from '@centavo/contracts';
import type { AuthorizationResult, Payment } from '../acquirers/acquirer.port.js';
import { refundableAmountOf, totalAmountOf, type ChargeState } from './charge.domain.js';

/** How long an authorized charge can be captured. */
export const AUTHORIZATION_WINDOW_MS = 5 * 24 * 60 * 60 * 1000;

/**
 * A write that is about to be made: only if the row still has a status in `from` and the version before that of `after`.
 */
export interface ChargeMove {
  readonly trigger: ChargeTrigger | 'lose_dispute';
  readonly from: readonly ChargeStatus[];
  readonly after: ChargeState;
}

/** Whether the state machine lets `trigger` happen to the charge as it is. */
export function canMove({ status }: Pick<ChargeState, 'status'>, trigger: ChargeTrigger): boolean {
  const { from }: ChargeTransition = CHARGE_TRANSITIONS[trigger];
  return from.includes(status);
}

function move(charge: ChargeState, trigger: ChargeTrigger, now: Date, changes: Partial<ChargeState>): ChargeMove {
  const rule: ChargeTransition = CHARGE_TRANSITIONS[trigger];
  const { sequence, version } = charge;
  return {
    trigger,
    from: rule.from,
    after: { ...charge, ...changes, status: rule.to, sequence: sequence + 1, version: version + 1, updated_at: now },
  };
}

/** The move that an acquirer's result asks for. */
export function moveForResult(
  charge: ChargeState,
  result: AuthorizationResult,
  acquirerName: string,
  now: Date,
): ChargeMove {
  if (result.outcome === 'declined') {
    return move(charge, 'fail', now, {
      acquirer_name: acquirerName,
      failure_code: result.failureCode,
      failure_message: result.failureMessage,
    });
  }
  const authorized = {
    acquirer_name: acquirerName,
    external_id: result.externalId,
    authorization_code: result.authorizationCode,
    nsu: result.nsu,
    authorized_amount: totalAmountOf(charge),
    authorized_at: now,
  };
  if (!charge.terms.capture) {
    return move(charge, 'authorize', now, {
      ...authorized,
      expires_at: new Date(now.getTime() + AUTHORIZATION_WINDOW_MS),
    });
  }
  return move(charge, 'capture_at_once', now, {
    ...authorized,
    captured_amount: totalAmountOf(charge),
    captured_at: now,
  });
}

/** The move of a charge whose acquirer could not be brought to an answer. */
export function moveForAcquirerError(charge: ChargeState, acquirerName: string, now: Date): ChargeMove {
  return move(charge, 'fail', now, {
    acquirer_name: acquirerName,
    failure_code: 'acquirer_error',
    failure_message: 'The acquirer could not process the payment.',
  });
}

/** A Pix or boleto was paid. Only a pending charge is captured by it. */
export function payMove(charge: ChargeState, payment: Payment, now: Date): ChargeMove {
  const total = totalAmountOf(charge);
  return move(charge, 'pay', now, {
    authorized_amount: total,
    captured_amount: total,
    authorized_at: payment.paidAt,
    captured_at: payment.paidAt,
    end_to_end_id: payment.endToEndId,
  });
}

/** @param amount centavos; what is left of the authorization is released */
export const captureMove = (charge: ChargeState, amount: bigint, now: Date): ChargeMove =>
  move(charge, 'capture', now, { captured_amount: amount, captured_at: now });

export const voidMove = (charge: ChargeState, now: Date): ChargeMove => move(charge, 'void', now, { voided_at: now });

export const expireMove = (charge: ChargeState, now: Date): ChargeMove => move(charge, 'expire', now, {});

/** @param amount centavos, at most what is left */
export function refundMove(charge: ChargeState, amount: bigint, now: Date): ChargeMove {
  const trigger = amount === refundableAmountOf(charge) ? 'refund' : 'refund_part';
  return move(charge, trigger, now, { refunded_amount: charge.refunded_amount + amount, refunded_at: now });
}

export const chargebackMove = (charge: ChargeState, now: Date): ChargeMove =>
  move(charge, 'charge_back', now, { dispute: 'open' });

/** Back to the status before the chargeback. */
export function winDisputeMove(charge: ChargeState, now: Date): ChargeMove {
  const trigger = charge.refunded_amount > 0n ? 'win_dispute_after_refund' : 'win_dispute';
  return move(charge, trigger, now, { dispute: 'won' });
}

/** The status stays, and so nothing is told to receivers; the ledger has to know. */
export const loseDisputeMove = (charge: ChargeState, now: Date): ChargeMove => ({
  trigger: 'lose_dispute',
  from: ['chargeback'],
  after: { ...charge, dispute: 'lost', version: charge.version + 1, updated_at: now },
});
