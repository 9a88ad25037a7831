import { Database } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { Endpoint } from '../endpoints/endpoint.js';
import { EndpointDirectory } from '../endpoints/endpoint-directory.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import type { DeliveryJob } from './delivery-job.js';
import { DeliveryLimits } from './delivery-limits.js';
import { DueAlarm } from './due-alarm.js';
import {
  claimDue,
  DUE_PRIORITIES,
  nextDueAt,
  type ClaimedDelivery,
  type ClaimRoom,
  type DueKey,
} from './due-deliveries.sql.js';
import type { TableState } from './endpoint-lane.js';
import { LeaseOwner } from './lease-owner.js';
import { SettleDelivery } from './settle-delivery.js';

/**
 * Takes from the table what is due: retries, what was left there because memory was full, and what instances that died had leased.
 * It sleeps until the next of them is due.
 */
@Injectable()
export class DueWorker {
  constructor(
    private readonly database: Database,
    private readonly directory: EndpointDirectory,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly settlement: SettleDelivery,
    private readonly alarm: DueAlarm,
    private readonly owner: LeaseOwner,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.alarm.start(() => this.#work());
  }

  stop(): Promise<void> {
    return this.alarm.stop();
  }

  async #work(): Promise<void> {
    const room = this.dispatcher.claimRoom();
    // Otherwise an attempt that ends rings: what is due can wait until then.
    const next = room.total > 0 ? await this.#look(room) : null;
    const idleUntilMs = this.clock.nowMs() + this.limits.claimIdleMs;
    this.alarm.ringBy(Math.min(next?.getTime() ?? Infinity, idleUntilMs));
  }

  /** @returns when there will be more to take; null when nothing waits */
  async #look(room: ClaimRoom): Promise<Date | null> {
    const claimed = await this.#claim(room);
    this.dispatcher.looked(tableStates(claimed, room));
    const withoutRoom = room.exceptions.filter(({ rows }) => rows === 0).map(({ endpointId }) => endpointId);
    return nextDueAt(this.database, withoutRoom);
  }

  /** Leases what is due and there is room for, and hands it over. */
  async #claim(room: ClaimRoom): Promise<readonly ClaimedDelivery[]> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + this.limits.leaseMs);
    const claimed = await claimDue(this.database, room, { owner: this.owner.id, now, until });
    if (claimed.length === 0) return claimed;

    const merchants = await this.directory.endpointsOf(new Set(claimed.map((row) => row.merchant_id)));
    const endpoints = new Map([...merchants.values()].flat().map((endpoint) => [endpoint.id, endpoint]));
    const jobs: DeliveryJob[] = [];
    for (const row of claimed) {
      const endpoint = endpoints.get(row.endpoint_id);
      if (endpoint?.status === 'active') jobs.push(toJob(row, endpoint, until.getTime()));
      else this.settlement.cancel(keyOf(row, until.getTime()), row.delivery_id);
    }
    this.dispatcher.accept(jobs);
    return claimed;
  }
}

/** An endpoint that gave as many rows as there was room for probably has more; so may any when the claim as a whole was full. */
function tableStates(claimed: readonly ClaimedDelivery[], { total, perEndpoint, exceptions }: ClaimRoom) {
  const isFull = claimed.length >= total;
  const taken = Map.groupBy(claimed, (row) => row.endpoint_id);
  const rooms = new Map(exceptions.map(({ endpointId, rows }) => [endpointId, rows]));
  return (endpointId: string): TableState => {
    const room = rooms.get(endpointId) ?? perEndpoint;
    const rows = taken.get(endpointId) ?? [];
    const first = rows.filter(({ priority }) => priority === DUE_PRIORITIES.first);
    return { hasFirst: isFull || first.length >= room, hasMore: isFull || rows.length >= room };
  };
}

const keyOf = (row: ClaimedDelivery, leasedUntilMs: number): DueKey => ({
  endpointId: row.endpoint_id,
  resourceId: row.resource_id,
  eventId: row.event_id,
  leasedUntilMs,
});

const toJob = (row: ClaimedDelivery, endpoint: Endpoint, leasedUntilMs: number): DeliveryJob => ({
  deliveryId: row.delivery_id,
  eventId: row.event_id,
  resourceId: row.resource_id,
  endpoint,
  body: row.body,
  traceparent: row.traceparent,
  attempt: row.attempt_count + 1,
  priority: row.priority,
  leasedUntilMs,
  isClaimed: true,
});
