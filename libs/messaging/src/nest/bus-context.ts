import { BaseRpcContext } from '@nestjs/microservices';
import type { MessageHeaders, ReceivedMessage } from '../bus.js';
import { causedBy } from '../caused-by.js';

/** What a handler of single messages gets as its second argument. */
export class BusContext extends BaseRpcContext<[ReceivedMessage]> {
  get message(): ReceivedMessage {
    return this.getArgByIndex(0);
  }

  get correlationId(): string | undefined {
    return this.message.headers.correlationId;
  }

  /** Headers for messages that the handled one causes. */
  get caused(): MessageHeaders {
    return causedBy(this.message);
  }
}
