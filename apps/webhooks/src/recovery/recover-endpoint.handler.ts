import {
  done,
  DomainError,
  toTimeSpan,
  type Answer,
  type PostbackRecovery,
  type RecoverPostbacksCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, faultPoint } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { DeliveryLimits } from '../delivery/delivery-limits.js';
import { DueAlarm } from '../delivery/due-alarm.js';
import { selectedKinds } from '../endpoints/event-selection.domain.js';
import { holdEndpoint } from '../endpoints/hold-endpoint.js';
import { assertActive } from './active-endpoint.js';
import { idBefore, lookForMissed, queueMissed, type Recovery } from './missed-events.sql.js';

/**
 * Queues every event since some moment that an endpoint listens to and has not received: it was away, or paused, or listens to more now.
 * The endpoint is locked meanwhile, so that nobody gives it up and two recoveries do not get in each other's way.
 */
@Controller()
export class RecoverEndpointHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly alarm: DueAlarm,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('postback-endpoints.recover')
  handle(@Payload() command: RecoverPostbacksCommand, @Ctx() context: BusContext): Promise<Answer<PostbackRecovery>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, (transaction) => this.#recover(transaction, command)),
    );
  }

  async #recover(
    transaction: Transaction,
    { merchant_id: merchantId, endpoint_id: endpointId, body }: RecoverPostbacksCommand,
  ): Promise<Answer<PostbackRecovery>> {
    const now = this.clock.now();
    const since = toTimeSpan(body.since)!.from;
    if (since > now) throw DomainError.invalidField('since', 'out_of_range', 'since must not be in the future');
    const endpoint = await holdEndpoint(transaction, merchantId, endpointId);
    assertActive(endpoint);
    const recovery = { endpointId, merchantId, kinds: recoverableKinds(endpoint.events) };
    const { queued, lastId } = await this.#queue(transaction, recovery, since, now);
    const isFull = queued === this.limits.recovered;
    const hasMore = isFull && (await this.#isMissing(transaction, recovery, lastId));
    if (queued > 0) transaction.afterCommit(() => this.#wake(now));
    faultPoint('redeliver.before-commit');
    return done(messageOf(queued, hasMore), { queued, has_more: hasMore });
  }

  #wake(now: Date): void {
    faultPoint('redeliver.after-commit');
    this.alarm.ringBy(now.getTime());
  }

  /** @returns how many were queued, and the event up to which was looked */
  async #queue(
    transaction: Transaction,
    recovery: Recovery,
    since: Date,
    now: Date,
  ): Promise<{ queued: number; lastId: string }> {
    const { recovered, recoveredInStep } = this.limits;
    let lastId = await idBefore(transaction, since);
    for (let queued = 0; ;) {
      const limit = Math.min(recoveredInStep, recovered - queued);
      const look = await lookForMissed(transaction, recovery, lastId, limit);
      if (look.missed.length > 0) queued += await queueMissed(transaction, recovery, look.missed, now);
      lastId = look.lastId;
      if (look.looked < limit || queued === recovered) return { queued, lastId };
    }
  }

  /** Whether something is left to recover. */
  async #isMissing(transaction: Transaction, recovery: Recovery, after: string): Promise<boolean> {
    const { recoveredInStep } = this.limits;
    for (let lastId = after; ;) {
      const look = await lookForMissed(transaction, recovery, lastId, recoveredInStep);
      if (look.missed.length > 0) return true;
      if (look.looked < recoveredInStep) return false;
      lastId = look.lastId;
    }
  }
}

/** A test was meant for one endpoint and for that moment. */
const recoverableKinds = (events: readonly string[]): string[] =>
  [...selectedKinds(events)].filter((kind) => kind !== 'postback.test');

function messageOf(queued: number, hasMore: boolean): string {
  if (hasMore) return 'Events queued. There are more: ask again when these have been delivered.';
  return queued === 0 ? 'Nothing to recover.' : 'Events queued.';
}
