import { DomainError, type ChargeStatus, type ErrorCode } from '@centavo/contracts';

/** A conflict with the state a charge is in: says which it is and which it would have to be. */
export const notPossible = (code: ErrorCode, status: ChargeStatus, allowed: readonly ChargeStatus[]): DomainError =>
  new DomainError(code, { message: `The charge is ${status}; this needs one that is ${allowed.join(' or ')}.` });
