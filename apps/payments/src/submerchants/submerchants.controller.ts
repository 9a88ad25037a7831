import { standingOf, type EventPayload, type Submerchant } from '@centavo/contracts';
import { BatchEventPattern, type ReceivedMessage } from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import { KnownSubmerchants } from './known-submerchants.js';

/** Hears which status a submerchant has entered. */
@Controller()
export class SubmerchantsController {
  constructor(private readonly submerchants: KnownSubmerchants) {}

  @BatchEventPattern('submerchant.*', { maxSize: 200, lingerMs: 20 })
  async changed(messages: readonly ReceivedMessage<EventPayload<Submerchant>>[]): Promise<void> {
    await this.submerchants.keep(messages.map(({ payload, headers }) => standingOf(payload, headers)));
  }
}
