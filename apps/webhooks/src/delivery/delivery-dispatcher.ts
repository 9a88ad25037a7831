import { Database } from '@centavo/persistence';
import { Clock, faultPoint, Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { AttemptDelivery } from './attempt-delivery.js';
import { isBearable } from './attempt.domain.js';
import { dueKeyOf, type DeliveryJob } from './delivery-job.js';
import { DeliveryLimits } from './delivery-limits.js';
import { DueAlarm } from './due-alarm.js';
import { releaseDue, type EndpointRoom } from './due-deliveries.sql.js';
import { EndpointLane, type TableState } from './endpoint-lane.js';
import { LeaseOwner } from './lease-owner.js';
import { SettleDelivery } from './settle-delivery.js';

/** Sends leased deliveries from memory: endpoints take turns, each within its own bounds, all within the instance's. */
@Injectable()
export class DeliveryDispatcher {
  readonly #lanes = new Map<string, EndpointLane>();
  /** Lanes that can start something, in the order of their turns. */
  readonly #turns = new Set<EndpointLane>();
  readonly #underWay = new Set<Promise<void>>();
  #stopped = false;

  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptDelivery,
    private readonly settlement: SettleDelivery,
    private readonly alarm: DueAlarm,
    private readonly owner: LeaseOwner,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** How many new deliveries of an endpoint may be leased to this instance now. */
  roomForNew(endpointId: string): number {
    if (this.#stopped || this.#waiting() >= this.limits.waiting) return 0;
    return this.#lanes.get(endpointId)?.roomForNew ?? this.limits.waitingPerEndpoint;
  }

  /** Endpoints of which fewer deliveries than usual can be taken from the table. */
  get claimExceptions(): EndpointRoom[] {
    const lanes = [...this.#lanes.values()].map(({ endpointId, roomForClaims: rows }) => ({ endpointId, rows }));
    return lanes.filter(({ rows }) => rows < this.limits.claimPerEndpoint);
  }

  /** Remembers that the table now has deliveries of an endpoint which come before newer ones. */
  leaveToTable(endpointId: string): void {
    this.#laneOf(endpointId).leaveToTable();
    this.alarm.ringBy(this.clock.nowMs());
  }

  /** Remembers what a look into the table has told of each endpoint. */
  looked(stateOf: (endpointId: string) => TableState): void {
    for (const lane of this.#lanes.values()) lane.looked(stateOf(lane.endpointId));
  }

  /** Takes over leased deliveries and starts what can be started. */
  accept(jobs: readonly DeliveryJob[]): void {
    for (const job of jobs) {
      const lane = this.#laneOf(job.endpoint.id);
      lane.add(job);
      this.#turns.add(lane);
    }
    this.#startAll();
  }

  /** Starts nothing more, waits for what is under way and gives back the rest. */
  async drain(): Promise<void> {
    this.#stopped = true;
    this.#giveBack([...this.#lanes.values()].flatMap((lane) => lane.clear()));
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #startAll(): void {
    const letGo: DeliveryJob[] = [];
    for (const lane of this.#turns) {
      if (this.#underWay.size >= this.limits.inFlight || this.#stopped) break;
      // Out and in again: the next turn is after everybody else's.
      this.#turns.delete(lane);
      const job = lane.take(this.clock.nowMs(), letGo);
      if (job) this.#track(this.#deliver(job, lane));
      if (lane.canStart) this.#turns.add(lane);
    }
    if (letGo.length > 0) this.#giveBack(letGo);
  }

  async #deliver(job: DeliveryJob, lane: EndpointLane): Promise<void> {
    const result = await this.attempts.attempt(job);
    faultPoint('deliver.after-attempt');
    lane.finished(job, isBearable(result));
    const { endpointGone } = this.settlement.settle(job, result);
    if (endpointGone) lane.clear();
    if (lane.canStart) this.#turns.add(lane);
    else if (lane.isForgettable) this.#lanes.delete(lane.endpointId);
    if (lane.isBehind) this.alarm.ringBy(this.clock.nowMs());
  }

  #giveBack(jobs: readonly DeliveryJob[]): void {
    if (jobs.length === 0) return;
    const released = releaseDue(this.database, this.owner.id, jobs.map(dueKeyOf), this.clock.now()).then(
      () => this.alarm.ringBy(this.clock.nowMs()),
      // Then their leases end by themselves.
      (error: unknown) => this.logger.warn('could not give back deliveries', { count: jobs.length, error }),
    );
    this.#track(released);
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => {
      this.#underWay.delete(tracked);
      this.#startAll();
    });
    this.#underWay.add(tracked);
  }

  #laneOf(endpointId: string): EndpointLane {
    const known = this.#lanes.get(endpointId);
    if (known) return known;
    const lane = new EndpointLane(endpointId, this.limits);
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  #waiting(): number {
    let waiting = 0;
    for (const lane of this.#lanes.values()) waiting += lane.waiting;
    return waiting;
  }
}
