import { isFirstAttempt, type DeliveryJob } from './delivery-job.js';
import type { DeliveryLimits } from './delivery-limits.js';

/**
 * One endpoint's deliveries in memory. First attempts go before retries, and of one resource one after the other, so that the
 * receiver hears `charge.captured` after `charge.pending`. How many are under way at once follows what the endpoint bears: one more
 * with every answer, half with every attempt that got none.
 */
export class EndpointLane {
  readonly #first: DeliveryJob[] = [];
  readonly #retries: DeliveryJob[] = [];
  /** First attempts that wait for the one of the same resource before them; a key for every resource that has one. */
  readonly #chains = new Map<string, DeliveryJob[]>();
  #waiting = 0;
  #inFlight = 0;
  #retriesInFlight = 0;
  #limit: number;
  /** The table holds deliveries of this endpoint that come before what would be added now. */
  #spilled = false;

  constructor(
    readonly endpointId: string,
    private readonly limits: DeliveryLimits,
  ) {
    this.#limit = limits.inFlightPerEndpoint;
  }

  /** Jobs that wait here. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether there is nothing left to know about this endpoint. */
  get isForgettable(): boolean {
    return this.#waiting + this.#inFlight === 0 && !this.#spilled && this.#limit === this.limits.inFlightPerEndpoint;
  }

  /** How many new deliveries may be sent from memory; none while older ones are left to the table. */
  get roomForNew(): number {
    return this.#spilled ? 0 : Math.max(0, this.limits.waitingPerEndpoint - this.#waiting);
  }

  /** How many deliveries to take from the table: what keeps the endpoint busy and no more, for their lease runs while they wait. */
  get roomForClaims(): number {
    return Math.min(this.limits.claimPerEndpoint, Math.max(0, 2 * this.#limit - this.#waiting - this.#inFlight));
  }

  /** Whether to look into the table now: it has more of this endpoint, and there is room. */
  get isBehind(): boolean {
    return this.#spilled && this.roomForClaims > 0;
  }

  get canStart(): boolean {
    if (this.#inFlight >= this.#limit) return false;
    return this.#first.length > 0 || this.#canStartRetry;
  }

  /** Retries leave half of the endpoint's share to first attempts. */
  get #canStartRetry(): boolean {
    return this.#retries.length > 0 && this.#retriesInFlight < Math.ceil(this.#limit / 2);
  }

  leaveToTable(): void {
    this.#spilled = true;
  }

  /** The table has no more of this endpoint than was just taken from it. */
  caughtUp(): void {
    this.#spilled = false;
  }

  add(job: DeliveryJob): void {
    this.#waiting += 1;
    if (!isFirstAttempt(job)) {
      this.#retries.push(job);
      return;
    }
    const chain = this.#chains.get(job.resourceId);
    if (chain) chain.push(job);
    else {
      this.#chains.set(job.resourceId, []);
      this.#first.push(job);
    }
  }

  /**
   * The next job to attempt.
   * @param letGo gets those whose lease could end before their attempt does: they have to go back to the table
   */
  take(nowMs: number, letGo: DeliveryJob[]): DeliveryJob | undefined {
    while (this.canStart) {
      const job = (this.#first.length > 0 ? this.#first : this.#retries).shift()!;
      this.#waiting -= 1;
      if (job.leasedUntilMs - nowMs <= this.limits.attemptTimeoutMs) {
        letGo.push(job, ...this.#takeFollowers(job));
        continue;
      }
      this.#inFlight += 1;
      if (!isFirstAttempt(job)) this.#retriesInFlight += 1;
      return job;
    }
    return undefined;
  }

  /** @param answered whether the endpoint answered at all */
  finished(job: DeliveryJob, answered: boolean): void {
    this.#inFlight -= 1;
    this.#limit = answered
      ? Math.min(this.#limit + 1, this.limits.inFlightPerEndpoint)
      : Math.max(1, Math.floor(this.#limit / 2));
    if (isFirstAttempt(job)) this.#advance(job.resourceId);
    else this.#retriesInFlight -= 1;
  }

  /** Takes out all that waits: the endpoint is gone, or this instance is about to be. */
  clear(): DeliveryJob[] {
    const waiting = [...this.#first, ...this.#retries, ...[...this.#chains.values()].flat()];
    for (const chain of this.#chains.values()) chain.length = 0;
    for (const job of this.#first.splice(0)) this.#chains.delete(job.resourceId);
    this.#retries.length = 0;
    this.#waiting = 0;
    return waiting;
  }

  #advance(resourceId: string): void {
    const next = this.#chains.get(resourceId)?.shift();
    if (next) this.#first.push(next);
    else this.#chains.delete(resourceId);
  }

  /** What waits behind a job that goes back to the table goes with it, so as not to overtake it. */
  #takeFollowers(job: DeliveryJob): DeliveryJob[] {
    this.#spilled = true;
    if (!isFirstAttempt(job)) return [];
    const followers = this.#chains.get(job.resourceId) ?? [];
    this.#chains.delete(job.resourceId);
    this.#waiting -= followers.length;
    return followers;
  }
}
