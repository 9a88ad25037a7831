import type { Endpoint } from '../endpoints/endpoint.js';
import { isFirstAttempt, type DeliveryJob } from './delivery-job.js';
import type { DeliveryLimits } from './delivery-limits.js';
import type { EndpointRoom } from './due-deliveries.sql.js';

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
  #claimed = 0;
  #inFlight = 0;
  #repeatsInFlight = 0;
  #limit: number;
  #lastTookMs = -Infinity;
  #endpoint: Endpoint;
  #isHeld = false;
  /** The table holds first attempts of this endpoint that come before what would be added now. */
  #spilled = false;
  /** The table may hold more of this endpoint that could be taken. */
  #hasMore = false;

  constructor(
    endpoint: Endpoint,
    private readonly limits: DeliveryLimits,
  ) {
    this.#endpoint = endpoint;
    this.#limit = limits.inFlightPerEndpoint;
  }

  get endpointId(): string {
    return this.#endpoint.id;
  }

  get merchantId(): string {
    return this.#endpoint.merchantId;
  }

  /** As it is known now: every attempt is made with it, whatever it was like when its job came. */
  get endpoint(): Endpoint {
    return this.#endpoint;
  }

  /** Jobs that wait here. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Those of them that came from the table. */
  get claimed(): number {
    return this.#claimed;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether there is nothing left to know about this endpoint; what it bears is worth knowing for a while. */
  isForgettable(nowMs: number): boolean {
    if (this.#waiting + this.#inFlight > 0 || this.isBehind) return false;
    return this.#limit === this.limits.inFlightPerEndpoint || nowMs - this.#lastTookMs >= this.limits.forgetIdleMs;
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
    if (this.#isHeld || this.#inFlight >= this.#limit) return false;
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

  /** Starts nothing until it is said what the endpoint is like now. */
  hold(): void {
    this.#isHeld = true;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Goes on. @param endpoint as it is now; undefined when it wants nothing any more */
  refresh(endpoint: Endpoint | undefined): void {
    this.#isHeld = false;
    if (endpoint) this.#learn(endpoint);
  }

  #learn(endpoint: Endpoint): void {
    if (endpoint.asOf > this.#endpoint.asOf) this.#endpoint = endpoint;
  }

  add(job: DeliveryJob): void {
    this.#learn(job.endpoint);
    this.#waiting += 1;
    if (job.isClaimed) this.#claimed += 1;
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
      this.#left(job);
      if (job.leasedUntilMs - nowMs <= this.limits.attemptTimeoutMs) {
        letGo.push(job, ...this.#takeFollowers(job));
        continue;
      }
      this.#inFlight += 1;
      this.#lastTookMs = nowMs;
      if (!isFirstAttempt(job)) this.#repeatsInFlight += 1;
      return { ...job, endpoint: this.#endpoint };
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

  /** Takes out all that waits: the endpoint is gone, or this instance is about to be. What the table then has comes before newer ones. */
  clear(): DeliveryJob[] {
    const waiting = [...this.#first, ...this.#repeats, ...[...this.#chains.values()].flat()];
    for (const chain of this.#chains.values()) chain.length = 0;
    for (const job of this.#first.splice(0)) this.#chains.delete(job.resourceId);
    this.#repeats.length = 0;
    this.#waiting = 0;
    this.#claimed = 0;
    this.#spilled ||= waiting.length > 0;
    return waiting;
  }

  #left({ isClaimed }: DeliveryJob): void {
    this.#waiting -= 1;
    if (isClaimed) this.#claimed -= 1;
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
    for (const follower of followers) this.#left(follower);
    return followers;
  }
}

/**
 * Endpoints of which fewer deliveries than usual can be taken from the table, because of their own bounds or because their merchant has
 * taken twice its share of the instance already: what waits must not keep others' from being taken.
 */
export function claimExceptions(lanes: readonly EndpointLane[], limits: DeliveryLimits): EndpointRoom[] {
  const { claimPerEndpoint, inFlightPerMerchant } = limits;
  const taken = new Map<string, number>();
  for (const { merchantId, claimed, inFlight } of lanes) {
    taken.set(merchantId, (taken.get(merchantId) ?? 0) + claimed + inFlight);
  }
  const rooms = lanes.map(({ endpointId, merchantId, roomForClaims }) => ({
    endpointId,
    rows: Math.min(roomForClaims, Math.max(0, 2 * inFlightPerMerchant - taken.get(merchantId)!)),
  }));
  return rooms.filter(({ rows }) => rows < claimPerEndpoint);
}
