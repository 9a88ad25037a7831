import { Database } from '@centavo/persistence';
import { Clock, faultPoint } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { EndpointDirectory } from '../endpoints/endpoint-directory.js';
import type { StoredEvent } from './fan-out.sql.js';
import { NewDeliveries } from './new-deliveries.js';

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
    private readonly newDeliveries: NewDeliveries,
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
    const active = listeners.filter(({ endpoint }) => endpoint.status === 'active');
    const start = await this.newDeliveries.store(this.database, [...heard], active, this.clock.now());
    if (active.length > 0) faultPoint('fan-out.after-commit');
    start();
  }
}
