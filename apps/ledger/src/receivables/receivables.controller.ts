import type { Charge, EventPayload } from '@centavo/contracts';
import { BatchEventPattern, type MemberOutcome, type ReceivedMessage } from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import { PostCaptures } from './post-captures.js';

/** Under load, batches start this far apart: the more captures share a transaction, the less each costs. */
const CAPTURE_LINGER_MS = 50;
const MAX_CAPTURES_PER_TRANSACTION = 200;

@Controller()
export class ReceivablesController {
  constructor(private readonly captures: PostCaptures) {}

  @BatchEventPattern('charge.captured', { maxSize: MAX_CAPTURES_PER_TRANSACTION, lingerMs: CAPTURE_LINGER_MS })
  chargesCaptured(messages: readonly ReceivedMessage<EventPayload<Charge>>[]): Promise<MemberOutcome[]> {
    return this.captures.post(messages);
  }
}
