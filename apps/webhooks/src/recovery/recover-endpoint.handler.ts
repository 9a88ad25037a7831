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
import pLimit, { type LimitFunction } from 'p-limit';
import { DeliveryLimits } from '../delivery/delivery-limits.js';
import { DueAlarm } from '../delivery/due-alarm.js';
import { selectedKinds } from '../endpoints/event-selection.domain.js';
import { holdEndpoint } from '../endpoints/hold-endpoint.js';
import { assertActive } from '../endpoints/assert-active.js';
import { idBefore } from './missed-events.sql.js';
import { queueAllMissed } from './queue-all-missed.js';
import { findPosition, forgetPosition, keepPosition } from './recovery-positions.sql.js';

/**
 * Queues every event since some moment that an endpoint listens to and has not received: it was away, or paused, or listens to more now.
 * The endpoint is locked meanwhile, so that nobody gives it up and two recoveries do not get in each other's way.
 */
@Controller()
export class RecoverEndpointHandler {
  /** Each takes seconds of a core and holds a connection: those that wait for their turn have none. */
  readonly #inTurn: LimitFunction;

  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly alarm: DueAlarm,
    private readonly limits: DeliveryLimits,
    private readonly clock: Clock,
  ) {
    this.#inTurn = pLimit(limits.recoveriesAtOnce);
  }

  @MessagePattern('postback-endpoints.recover')
  handle(@Payload() command: RecoverPostbacksCommand, @Ctx() context: BusContext): Promise<Answer<PostbackRecovery>> {
    const request = oncePerCommand(command, context);
    return this.#inTurn(() =>
      this.database.transaction((outer) =>
        this.idempotency.once(outer, command.merchant_id, request, (transaction) =>
          this.#recover(transaction, command),
        ),
      ),
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
    const start = { endpointId, sinceId: await idBefore(transaction, since) };
    const after = (await findPosition(transaction, start, now)) ?? start.sinceId;
    const recovery = { endpointId, merchantId, kinds: recoverableKinds(endpoint.events) };
    const { queued, moreAfter } = await queueAllMissed(transaction, recovery, after, this.limits, this.clock);
    await (moreAfter ? keepPosition(transaction, start, moreAfter, now) : forgetPosition(transaction, endpointId));
    if (queued > 0) transaction.afterCommit(() => this.#wake(now));
    faultPoint('redeliver.before-commit');
    const hasMore = moreAfter !== null;
    return done(messageOf(queued, hasMore), { queued, has_more: hasMore });
  }

  #wake(now: Date): void {
    faultPoint('redeliver.after-commit');
    this.alarm.ringBy(now.getTime());
  }
}

/** A test was meant for one endpoint and for that moment. */
const recoverableKinds = (events: readonly string[]): string[] =>
  [...selectedKinds(events)].filter((kind) => kind !== 'postback.test');

function messageOf(queued: number, hasMore: boolean): string {
  if (hasMore && queued === 0) return 'Nothing queued so far. There is more to look at: ask again.';
  if (hasMore) return 'Events queued. There may be more: ask again when these have been delivered.';
  return queued === 0 ? 'Nothing to recover.' : 'Events queued.';
}
