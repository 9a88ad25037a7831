import { isPublicEventKind } from '@centavo/contracts';
import { BatchEventPattern, type MemberOutcome, type ReceivedMessage } from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import { FanOut } from './fan-out.js';
import type { StoredEvent } from './fan-out.sql.js';

/** Hears every event of every service. An event is routed by its headers and kept as the bytes it came in: nothing here parses it. */
@Controller()
export class FanOutHandler {
  constructor(private readonly fanOut: FanOut) {}

  // A short pause: under load the write itself paces the batches, and below that the first attempt should not wait.
  @BatchEventPattern('*', { maxSize: 500, lingerMs: 4 })
  async handle(messages: readonly ReceivedMessage[]): Promise<readonly MemberOutcome[]> {
    const events = new Map<string, StoredEvent>();
    const outcomes = messages.map((message): MemberOutcome => {
      if (!isPublicEventKind(message.type)) return {};
      const { merchantId, resourceId, traceparent = null } = message.headers;
      if (!merchantId || !resourceId) return { error: new Error(`Event ${message.id} does not say whose it is.`) };
      events.set(message.id, {
        id: message.id,
        merchantId,
        event: message.type,
        resourceId,
        body: message.value,
        traceparent,
      });
      return {};
    });
    await this.fanOut.deliver([...events.values()]);
    return outcomes;
  }
}
