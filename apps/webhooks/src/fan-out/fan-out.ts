import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { DeliveryDispatcher } from '../delivery/delivery-dispatcher.js';
import { deliveryIdOf } from '../delivery/delivery-id.domain.js';
import type { DeliveryJob } from '../delivery/delivery-job.js';
import { DeliveryLimits } from '../delivery/delivery-limits.js';
import { LeaseOwner } from '../delivery/lease-owner.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { EndpointDirectory } from '../endpoints/endpoint-directory.js';
import { insertDeliveries, type PlannedDelivery, type StoredEvent } from './fan-out.sql.js';

interface Planned extends PlannedDelivery {
  readonly endpoint: Endpoint;
}

/**
 * Turns events into deliveries, once per event and endpoint however often the bus brings an event: the delivery's id follows from
 * both, so the table itself is the inbox. That is also why an event which nobody wants to hear leaves no trace: when it comes again,
 * the most that can happen is that an endpoint made in between hears it, once.
 */
@Injectable()
export class FanOut {
  constructor(
    private readonly database: Database,
    private readonly directory: EndpointDirectory,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly owner: LeaseOwner,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
  ) {}

  /** Resolves when the deliveries are stored; their first attempts then start by themselves, from memory. */
  async deliver(events: readonly StoredEvent[]): Promise<void> {
    if (events.length === 0) return;
    const directory = await this.directory.endpointsOf(new Set(events.map((event) => event.merchantId)));
    const listeners = events.flatMap((event) =>
      (directory.get(event.merchantId) ?? [])
        .filter(({ kinds }) => kinds.has(event.event))
        .map((endpoint) => ({ event, endpoint })),
    );
    if (listeners.length === 0) return;
    // What only a paused or disabled endpoint would have heard is kept without a delivery: it can be recovered later.
    const heard = new Set(listeners.map(({ event }) => event));
    const planned = this.#plan(listeners.filter(({ endpoint }) => endpoint.status === 'active'));
    await this.#store([...heard], planned);
  }

  #plan(listeners: readonly { event: StoredEvent; endpoint: Endpoint }[]): Planned[] {
    const room = new Map<string, number>();
    return listeners.map(({ event, endpoint }) => {
      const left = room.get(endpoint.id) ?? this.dispatcher.roomForNew(endpoint.id);
      room.set(endpoint.id, left - 1);
      return { id: deliveryIdOf(event.id, endpoint.id), endpointId: endpoint.id, endpoint, event, here: left > 0 };
    });
  }

  async #store(events: readonly StoredEvent[], planned: readonly Planned[]): Promise<void> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + this.limits.leaseMs);
    const inserted = await insertDeliveries(this.database, events, planned, { owner: this.owner.id, now, until });
    const isLeased = new Map(inserted.map((row) => [row.delivery_id, row.is_leased]));
    const jobs: DeliveryJob[] = [];
    for (const delivery of planned) {
      const leased = isLeased.get(delivery.id);
      if (leased) jobs.push(toJob(delivery, until.getTime()));
      else if (leased === false) this.dispatcher.leaveToTable(delivery.endpointId);
    }
    this.dispatcher.accept(jobs);
  }
}

const toJob = ({ id, endpoint, event }: Planned, leasedUntilMs: number): DeliveryJob => ({
  deliveryId: id,
  eventId: event.id,
  resourceId: event.resourceId,
  endpoint,
  body: event.body,
  attempt: 1,
  leasedUntilMs,
});
