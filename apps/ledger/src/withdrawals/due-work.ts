import type { IdempotencyRequest } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';
import type { Destination } from '../bank/destination.js';
import { BANK_TIMEOUT_MS } from '../bank/guarded-bank.js';
import type { WithdrawalState } from './withdrawal.domain.js';

/** A withdrawal that is to be paid, by the process that holds its lease. */
export interface DueWork {
  readonly withdrawal: WithdrawalState;
  readonly destination: Destination;
  /** Correlation and trace of the request that began it. */
  readonly cause: MessageHeaders;
  /** Until then no other instance takes it over. By this process's own clock, read before PostgreSQL began to count the lease. */
  readonly leasedUntil: Date;
  /** Whether the bank may have been asked before. */
  readonly mayHaveRun: boolean;
  /** How often it was taken over. */
  readonly attempts: number;
  /** The request that its end answers, where there is one. */
  readonly request: IdempotencyRequest | null;
}

/** For how long a withdrawal belongs to the instance that made it: nobody has been asked for anything yet. */
export const PENDING_LEASE_MS = 15_000;
/** For how long it does once the bank is asked. By then whatever a dead process asked for has arrived there, and inquiring finds it. */
export const PROCESSING_LEASE_MS = 60_000;

/** Inquiring, then asking, each to its timeout. */
const CALLS_TIME_MS = 2 * BANK_TIMEOUT_MS;

/** Whether calls that start now end within the lease. One that outlived it could overlap another instance's, and both would pay. */
export const hasTimeForCalls = ({ leasedUntil }: Pick<DueWork, 'leasedUntil'>, nowMs: number): boolean =>
  nowMs + CALLS_TIME_MS <= leasedUntil.getTime();
