import { DomainError, type ErrorCode } from '@centavo/contracts';
import type { WithdrawalState } from './withdrawal.domain.js';

/** A conflict with the status that a withdrawal is in: says which it is and which it would have to be. */
export const notPossible = (code: ErrorCode, { status }: Pick<WithdrawalState, 'status'>): DomainError =>
  new DomainError(code, { message: `The withdrawal is ${status}; this needs a pending one.` });
