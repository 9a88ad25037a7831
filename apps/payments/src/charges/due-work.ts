import type { MessageHeaders } from '@centavo/messaging';
import type { ChargeState } from './charge.domain.js';

/** A charge about which the acquirer is to be asked, by the process that holds its lease. */
export interface DueWork {
  readonly charge: ChargeState;
  /** Correlation and trace of the request that began it. */
  readonly cause: MessageHeaders;
  /** Until then no other instance takes this charge over. By this process's own clock, read before PostgreSQL began to count the lease. */
  readonly leasedUntil: Date;
  /** Whether an earlier process may have asked the acquirer already. */
  readonly mayHaveRun: boolean;
}

/** For how long a charge belongs to the instance that made it or took it over. */
export const TASK_LEASE_MS = 15_000;
/** A call to the acquirer may still be on its way this long after it was started. */
const CALL_TIME_MS = 8_000;

/** Whether a call that starts now ends within the lease. A call that outlived it could overlap another instance's, and both be approved. */
export const hasTimeForCall = ({ leasedUntil }: Pick<DueWork, 'leasedUntil'>, nowMs: number): boolean =>
  nowMs + CALL_TIME_MS <= leasedUntil.getTime();
