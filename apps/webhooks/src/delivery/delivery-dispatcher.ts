import { Database } from '@centavo/persistence';
import { Clock, faultPoint, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import type { Endpoint } from '../endpoints/endpoint.js';
import { AttemptDelivery } from './attempt-delivery.js';
import { isBearable } from './attempt.domain.js';
import { dueKeyOf, type DeliveryJob } from './delivery-job.js';
import { DeliveryLimits } from './delivery-limits.js';
import { DueAlarm } from './due-alarm.js';
import { releaseDue, type ClaimRoom } from './due-deliveries.sql.js';
import { claimExceptions, EndpointLane, type TableState } from './endpoint-lane.js';
import { LaneTurns } from './lane-turns.js';
import { LeaseOwner } from './lease-owner.js';
import { OwnFirstAttempts } from './own-first-attempts.js';
import { SettleDelivery } from './settle-delivery.js';

/** Sends leased deliveries from memory: endpoints take turns, each within its own bounds, all within the instance's. */
@Injectable()
export class DeliveryDispatcher {
  readonly #lanes = new Map<string, EndpointLane>();
  readonly #turns: LaneTurns;
  readonly #underWay = new Set<Promise<void>>();
  /** What is to go back to the table, together with whatever else has to in this turn of the event loop. */
  readonly #returning: DeliveryJob[] = [];
  /** Jobs that wait in all lanes, and those of them that came from the table. */
  #waiting = 0;
  #claimed = 0;
  /** The table may have something to take as soon as there is room. */
  #wantsMore = false;
  #stopped = false;
  #isCutOff = false;

  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptDelivery,
    private readonly settlement: SettleDelivery,
    private readonly alarm: DueAlarm,
    private readonly owner: LeaseOwner,
    private readonly inHand: OwnFirstAttempts,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.#turns = new LaneTurns(limits);
  }

  /** How many new deliveries of an endpoint may be leased to this instance now. */
  roomForNew(endpointId: string): number {
    if (this.#stopped || this.#waiting >= this.limits.waiting) return 0;
    return this.#lanes.get(endpointId)?.roomForNew ?? this.limits.waitingPerEndpoint;
  }

  /** What to take from the table now. When that is nothing, the alarm rings as soon as it is something. */
  claimRoom(): ClaimRoom {
    const total = this.#roomForClaims;
    this.#wantsMore = total === 0;
    const { claimPerEndpoint: perEndpoint } = this.limits;
    return { total, perEndpoint, exceptions: claimExceptions([...this.#lanes.values()], this.limits) };
  }

  /** Remembers that the table now has deliveries of an endpoint which come before newer ones. */
  leaveToTable(endpoint: Endpoint): void {
    const lane = this.#laneOf(endpoint);
    lane.leaveToTable();
    this.#wantsMore ||= lane.isBehind;
    this.#ringForMore();
  }

  /** Remembers what a look into the table has told of each endpoint. */
  looked(stateOf: (endpointId: string) => TableState): void {
    for (const lane of this.#lanes.values()) lane.looked(stateOf(lane.endpointId));
  }

  /** Takes over leased deliveries and starts what can be started. */
  accept(jobs: readonly DeliveryJob[]): void {
    for (const job of jobs) {
      this.inHand.add(job);
      const lane = this.#laneOf(job.endpoint);
      this.#counting(lane, () => lane.add(job));
      this.#turns.add(lane);
    }
    this.#startAll();
  }

  /** Lets anybody take leased deliveries that this instance will not attempt. */
  giveBack(jobs: readonly DeliveryJob[]): void {
    if (jobs.length === 0) return;
    if (this.#returning.length === 0) this.#track(turnOfTheLoop().then(() => this.#release()));
    for (const job of jobs) {
      this.inHand.giveBack(job);
      this.#returning.push(job);
    }
  }

  /** The endpoints, as they are known here, for which something waits. */
  get waitingEndpoints(): Endpoint[] {
    const lanes = [...this.#lanes.values()].filter(({ waiting, isHeld }) => waiting > 0 || isHeld);
    return lanes.map(({ endpoint }) => endpoint);
  }

  /**
   * Starts nothing for an endpoint until it is said what it is like now.
   * @returns it as it is known here; undefined when it is not
   */
  hold(endpointId: string): Endpoint | undefined {
    const lane = this.#lanes.get(endpointId);
    lane?.hold();
    return lane?.endpoint;
  }

  /**
   * What waits goes on with the endpoint as it is now. When that wants nothing any more, it goes back to the table; what is left of it
   * there is canceled when it is taken the next time.
   * @param current undefined when it has been deleted
   */
  endpointChanged(endpointId: string, current: Endpoint | undefined): void {
    const lane = this.#lanes.get(endpointId);
    if (!lane) return;
    const active = current?.status === 'active' ? current : undefined;
    if (!active) this.giveBack(this.#clear(lane));
    lane.refresh(active);
    this.#turns.add(lane);
    this.#startAll();
  }

  /** Forgets endpoints of which there has been nothing to do for a while. */
  forgetIdle(): void {
    const nowMs = this.clock.nowMs();
    for (const lane of this.#lanes.values()) if (lane.isForgettable(nowMs)) this.#lanes.delete(lane.endpointId);
  }

  /** Starts nothing more, gives back what waits and resolves when what is under way is over. */
  async drain(): Promise<void> {
    this.#stopped = true;
    this.giveBack([...this.#lanes.values()].flatMap((lane) => this.#clear(lane)));
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** From now on this instance itself ends attempts: one without an answer says nothing of its receiver, and is given back. */
  cutOff(): void {
    this.#isCutOff = true;
  }

  /**
   * What can be sent within two rounds of attempts, for leases run while deliveries wait. What waits here since it happened does not
   * count: it may be a single merchant's. None rather than a few, because a look costs as much for one.
   */
  get #roomForClaims(): number {
    const { claim, inFlight } = this.limits;
    const room = Math.min(claim, 2 * inFlight - this.#claimed - this.#underWay.size);
    return room < Math.min(claim, inFlight) / 4 ? 0 : room;
  }

  #startAll(): void {
    const letGo: DeliveryJob[] = [];
    while (this.#underWay.size < this.limits.inFlight && !this.#stopped) {
      const lane = this.#turns.next();
      if (!lane) break;
      const job = this.#counting(lane, () => lane.take(this.clock.nowMs(), letGo));
      if (job) this.#track(this.#deliver(job, lane));
      if (lane.canStart) this.#turns.add(lane);
    }
    this.giveBack(letGo);
  }

  async #deliver(job: DeliveryJob, lane: EndpointLane): Promise<void> {
    this.#turns.started(lane);
    const result = await this.attempts.attempt(job);
    this.#turns.ended(lane);
    if (this.#isCutOff && result.statusCode === null) {
      this.giveBack([job]);
      return;
    }
    faultPoint('deliver.after-attempt');
    lane.finished(job, isBearable(result));
    const { endpointGone } = this.settlement.settle(job, result);
    // Not given back: the endpoint is about to be disabled, which cancels them; unless it has been changed since it was asked.
    if (endpointGone && isSame(job.endpoint, lane.endpoint))
      for (const waiting of this.#clear(lane)) this.inHand.delete(waiting);
    if (lane.canStart) this.#turns.add(lane);
    else if (lane.isForgettable(this.clock.nowMs())) this.#lanes.delete(lane.endpointId);
    this.#wantsMore ||= lane.isBehind;
  }

  #clear(lane: EndpointLane): DeliveryJob[] {
    return this.#counting(lane, () => lane.clear());
  }

  async #release(): Promise<void> {
    const jobs = this.#returning.splice(0);
    try {
      await releaseDue(this.database, this.owner.id, jobs.map(dueKeyOf), this.clock.now());
      this.#wantsMore = true;
    } catch (error) {
      // Then their leases end by themselves.
      this.logger.warn('could not give back deliveries', { count: jobs.length, error });
    }
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      this.#underWay.delete(tracked);
      this.#startAll();
      this.#ringForMore();
    });
    this.#underWay.add(tracked);
  }

  #ringForMore(): void {
    if (!this.#wantsMore || this.#roomForClaims === 0) return;
    this.#wantsMore = false;
    this.alarm.ringBy(this.clock.nowMs());
  }

  #laneOf(endpoint: Endpoint): EndpointLane {
    const known = this.#lanes.get(endpoint.id);
    if (known) return known;
    const lane = new EndpointLane(endpoint, this.limits);
    this.#lanes.set(endpoint.id, lane);
    return lane;
  }

  /** Keeps count of what waits in all lanes while something is done to one. */
  #counting<Result>(lane: EndpointLane, change: () => Result): Result {
    const { waiting, claimed } = lane;
    const result = change();
    this.#waiting += lane.waiting - waiting;
    this.#claimed += lane.claimed - claimed;
    return result;
  }
}

const isSame = (left: Endpoint, right: Endpoint): boolean => left.updatedAt.getTime() === right.updatedAt.getTime();
