import type { Sql } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { DeliveryDispatcher } from '../delivery/delivery-dispatcher.js';
import { deliveryIdOf } from '../delivery/delivery-id.domain.js';
import type { DeliveryJob } from '../delivery/delivery-job.js';
import { DeliveryLimits } from '../delivery/delivery-limits.js';
import { DUE_PRIORITIES } from '../delivery/due-deliveries.sql.js';
import { LeaseOwner } from '../delivery/lease-owner.js';
import { OwnFirstAttempts, type OwnFirstAttempt } from '../delivery/own-first-attempts.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { insertDeliveries, type PlannedDelivery, type StoredEvent } from './fan-out.sql.js';

/** An event and an endpoint that is to hear it. */
export interface Listening {
  readonly event: StoredEvent;
  readonly endpoint: Endpoint;
}

type Planned = PlannedDelivery & Listening;

/** The way of all deliveries into the table, and of those that this instance has room for straight on to their first attempt. */
@Injectable()
export class NewDeliveries {
  constructor(
    private readonly dispatcher: DeliveryDispatcher,
    private readonly owner: LeaseOwner,
    private readonly inHand: OwnFirstAttempts,
    private readonly limits: DeliveryLimits,
  ) {}

  /**
   * Stores events with their deliveries, in one statement; what was stored before is passed over.
   * @param listening active endpoints only
   * @returns what starts the first attempts, from memory: to be called as soon as all this is committed
   */
  async store(
    sql: Sql,
    events: readonly StoredEvent[],
    listening: readonly Listening[],
    now: Date,
  ): Promise<() => void> {
    const planned = this.#plan(listening);
    const until = new Date(now.getTime() + this.limits.leaseMs);
    const before = this.inHand.of(events.map(({ resourceId }) => resourceId));
    const inHand = before.map(({ deliveryId }) => deliveryId);
    const inserted = await insertDeliveries(sql, events, planned, { owner: this.owner.id, now, until, inHand });
    const isLeased = new Map(inserted.map((row) => [row.delivery_id, row.is_leased]));
    return () => this.#start(planned, isLeased, until.getTime(), before);
  }

  #plan(listening: readonly Listening[]): Planned[] {
    const room = new Map<string, number>();
    return listening.map(({ event, endpoint }) => {
      const left = room.get(endpoint.id) ?? this.dispatcher.roomForNew(endpoint.id);
      room.set(endpoint.id, left - 1);
      return { id: deliveryIdOf(event.id, endpoint.id), endpointId: endpoint.id, endpoint, event, here: left > 0 };
    });
  }

  #start(
    planned: readonly Planned[],
    isLeased: ReadonlyMap<string, boolean>,
    untilMs: number,
    before: readonly OwnFirstAttempt[],
  ): void {
    const jobs: DeliveryJob[] = [];
    for (const delivery of planned) {
      const leased = isLeased.get(delivery.id);
      if (leased) jobs.push(toJob(delivery, untilMs));
      else if (leased === false) this.dispatcher.leaveToTable(delivery.endpoint);
    }
    // While these were being written, what they were to follow here may have gone back to the table. Then they go after it.
    const givenBack = new Set(before.filter((own) => own.wasGivenBack).map(({ resourceId }) => resourceId));
    this.dispatcher.giveBack(jobs.filter(({ resourceId }) => givenBack.has(resourceId)));
    this.dispatcher.accept(jobs.filter(({ resourceId }) => !givenBack.has(resourceId)));
  }
}

const toJob = ({ id, endpoint, event }: Planned, leasedUntilMs: number): DeliveryJob => ({
  deliveryId: id,
  eventId: event.id,
  resourceId: event.resourceId,
  endpoint,
  body: event.body,
  traceparent: event.traceparent,
  attempt: 1,
  priority: DUE_PRIORITIES.first,
  leasedUntilMs,
  isClaimed: false,
});
