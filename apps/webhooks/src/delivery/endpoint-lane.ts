import { isFirstAttempt, type DeliveryJob } from './delivery-job.js';
import type { DeliveryLimits } from './delivery-limits.js';

/** What the table may still hold of an endpoint: first attempts, anything. */
export interface TableState {
  readonly hasFirst: boolean;
  readonly hasMore: boolean;
}

/**
 * One endpoint's deliveries in memory. First attempts go before whatever is sent again, and of one resource one after the other, so that
 * the receiver hears `charge.captured` after `charge.pending`. How many are under way at once follows what the endpoint bears: one more
 * with every answer, half with every attempt that it was too much for.
 */
export class EndpointLane {
  readonly #first: DeliveryJob[] = [];
  readonly #repeats: DeliveryJob[] = [];
  /** First attempts that wait for the one of the same resource before them; a key for every resource that has one. */
  readonly #chains = new Map<string, DeliveryJob[]>();
  #waiting = 0;
  #inFlight = 0;
  #repeatsInFlight = 0;
  #limit: number;
  /** The table holds first attempts of this endpoint that come before what would be added now. */
  #spilled = false;
  /** The table may hold more of this endpoint that could be taken. */
  #hasMore = false;

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
    return this.#waiting + this.#inFlight === 0 && !this.isBehind && this.#limit === this.limits.inFlightPerEndpoint;
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
    return (this.#spilled || this.#hasMore) && this.roomForClaims > 0;
  }

  get canStart(): boolean {
    if (this.#inFlight >= this.#limit) return false;
    return this.#first.length > 0 || this.#canStartRepeat;
  }

  /** What is sent again leaves half of the endpoint's share to first attempts. */
  get #canStartRepeat(): boolean {
    return this.#repeats.length > 0 && this.#repeatsInFlight < Math.ceil(this.#limit / 2);
  }

  leaveToTable(): void {
    this.#spilled = true;
  }

  /** What a look into the table, for as much as there was room for, has told of this endpoint. */
  looked({ hasFirst, hasMore }: TableState): void {
    this.#spilled &&= hasFirst;
    this.#hasMore = hasMore;
  }

  add(job: DeliveryJob): void {
    this.#waiting += 1;
    if (!isFirstAttempt(job)) {
      this.#repeats.push(job);
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
      const job = (this.#first.length > 0 ? this.#first : this.#repeats).shift()!;
      this.#waiting -= 1;
      if (job.leasedUntilMs - nowMs <= this.limits.attemptTimeoutMs) {
        letGo.push(job, ...this.#takeFollowers(job));
        continue;
      }
      this.#inFlight += 1;
      if (!isFirstAttempt(job)) this.#repeatsInFlight += 1;
      return job;
    }
    return undefined;
  }

  /** @param bearable whether the endpoint could cope with it */
  finished(job: DeliveryJob, bearable: boolean): void {
    this.#inFlight -= 1;
    this.#limit = bearable
      ? Math.min(this.#limit + 1, this.limits.inFlightPerEndpoint)
      : Math.max(1, Math.floor(this.#limit / 2));
    if (isFirstAttempt(job)) this.#advance(job.resourceId);
    else this.#repeatsInFlight -= 1;
  }

  /** Takes out all that waits: the endpoint is gone, or this instance is about to be. */
  clear(): DeliveryJob[] {
    const waiting = [...this.#first, ...this.#repeats, ...[...this.#chains.values()].flat()];
    for (const chain of this.#chains.values()) chain.length = 0;
    for (const job of this.#first.splice(0)) this.#chains.delete(job.resourceId);
    this.#repeats.length = 0;
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
