import { DomainError, type ErrorCode } from '@centavo/contracts';
import type { ChargeState } from './charge.domain.js';

/** What an operation needs a charge to be, by the code that refuses it otherwise. */
const NEEDED = {
  charge_not_capturable: 'an authorized one',
  charge_not_voidable: 'an authorized one, or a Pix or boleto that is pending',
  charge_not_refundable: 'a captured or partially_refunded one',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** A conflict with the state a charge is in: says which it is and which it would have to be. */
export const notPossible = (code: keyof typeof NEEDED, charge: Pick<ChargeState, 'status'>): DomainError =>
  conflict(code, charge, NEEDED[code]);

/** The same of what is simulated in the sandbox. @param needed e.g. `an open chargeback` */
export const simulationNotPossible = (charge: Pick<ChargeState, 'status'>, needed: string): DomainError =>
  conflict('sandbox_action_not_possible', charge, needed);

const conflict = (code: ErrorCode, { status }: Pick<ChargeState, 'status'>, needed: string): DomainError =>
  new DomainError(code, { message: `The charge is ${status}; this needs ${needed}.` });
