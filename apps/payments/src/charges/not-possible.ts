import { DomainError, type ErrorCode } from '@centavo/contracts';
import type { ChargeState } from './charge.domain.js';

/** What an operation or a simulation needs a charge to be. */
export const NEEDED = {
  toCapture: 'an authorized one',
  toEnd: 'an authorized one, or a Pix or boleto that is pending',
  toGiveBack: 'a captured or partially_refunded one',
  toPay: 'a Pix or boleto that is pending and has not run out',
  toDecideDispute: 'an open chargeback',
} as const;

/** A conflict with the state a charge is in: says which it is and which it would have to be. */
export const notPossible = (
  code: ErrorCode,
  { status }: Pick<ChargeState, 'status'>,
  needed: (typeof NEEDED)[keyof typeof NEEDED],
): DomainError => new DomainError(code, { message: `The charge is ${status}; this needs ${needed}.` });
