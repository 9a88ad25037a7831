import { CHARGE_TRANSITIONS, type ChargeTransition, type ChargeTrigger } from '@centavo/contracts';
import type { AuthorizationResult } from '../acquirers/acquirer.port.js';
import { totalAmountOf, type ChargeState } from './charge.domain.js';

/** How long an authorized charge can be captured. */
export const AUTHORIZATION_WINDOW_MS = 5 * 24 * 60 * 60 * 1000;

/** A move of the state machine that is about to be written. `after` holds only if the row is still in one of `rule.from`. */
export interface ChargeMove {
  readonly rule: ChargeTransition;
  readonly after: ChargeState;
}

function move(charge: ChargeState, trigger: ChargeTrigger, now: Date, changes: Partial<ChargeState>): ChargeMove {
  const rule: ChargeTransition = CHARGE_TRANSITIONS[trigger];
  return { rule, after: { ...charge, ...changes, status: rule.to, sequence: charge.sequence + 1, updated_at: now } };
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

/** The move of a charge whose acquirer could not be brought to an answer and certainly has not authorized it. */
export function moveForAcquirerError(charge: ChargeState, acquirerName: string, now: Date): ChargeMove {
  return move(charge, 'fail', now, {
    acquirer_name: acquirerName,
    failure_code: 'acquirer_error',
    failure_message: 'The acquirer could not process the payment.',
  });
}
