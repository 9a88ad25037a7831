import { RETRY_SCHEDULE } from './retry-schedule.domain.js';

const SECOND_MS = 1_000;
const DAY_MS = 24 * 3_600 * SECOND_MS;

/** How much is done at once and how long things may take. Injected, so that tests can make the world small. */
export class DeliveryLimits {
  readonly retrySchedule = RETRY_SCHEDULE;
  /** From the start of an attempt to the answer's status. */
  readonly attemptTimeoutMs: number = 15 * SECOND_MS;
  /**
   * How long a delivery belongs to the instance that took it. Twice the longest attempt: what has waited in memory for half of it
   * is let go, so an attempt always ends within its lease.
   */
  readonly leaseMs: number = 30 * SECOND_MS;
  /** Attempts under way in this instance. */
  readonly inFlight: number = 512;
  /** Attempts under way to all endpoints of one merchant, so that it leaves the instance to others however slow they are. */
  readonly inFlightPerMerchant: number = 128;
  /** Attempts under way to one endpoint, so that a slow one holds up only itself. */
  readonly inFlightPerEndpoint: number = 32;
  /** Deliveries in memory that wait for their turn; beyond it the table keeps them. */
  readonly waiting: number = 10_000;
  readonly waitingPerEndpoint: number = 500;
  /** Deliveries taken from the table at once; half of what may be under way, so that retries leave room for first attempts. */
  readonly claim: number = 256;
  readonly claimPerEndpoint: number = 32;
  /** Shortest time between two looks into the table. */
  readonly claimPauseMs: number = 50;
  /** Longest time between two looks, for what an instance that died has left behind. */
  readonly claimIdleMs: number = 10 * SECOND_MS;
  /** How often endpoints for which something waits are looked up, for what has changed through another instance. */
  readonly refreshMs: number = SECOND_MS;
  /** How long it is remembered how much an endpoint bears to which nothing is sent. */
  readonly forgetIdleMs: number = 600 * SECOND_MS;
  /** Outcomes of so many milliseconds are written together: nobody waits for them. */
  readonly outcomeLingerMs: number = 50;
  readonly outcomeBatch: number = 500;
  /** An endpoint where nothing has succeeded for so long is disabled. */
  readonly failingMs: number = 5 * DAY_MS;
  /** How long a shutdown waits for attempts under way; what is left is repeated by another instance. */
  readonly drainMs: number = 8 * SECOND_MS;
  /** How long it then waits until these are given back. */
  readonly giveBackMs: number = SECOND_MS;
  /** Events that one recovery queues: what two cores do in some two seconds. */
  readonly recovered: number = 50_000;
  /** Events that a recovery looks at in one step. */
  readonly recoveredInStep: number = 2_000;
  /** Events that a recovery looks at in all, and how long it goes on: well within the time in which an answer is awaited. */
  readonly recoveryLooks: number = 500_000;
  readonly recoveryMs: number = 4 * SECOND_MS;
  /** Recoveries under way in this instance; others wait. */
  readonly recoveriesAtOnce: number = 2;
}
