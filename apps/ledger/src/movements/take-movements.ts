import type { MemberOutcome } from '@centavo/messaging';
import { Injectable } from '@nestjs/common';
import { PostCaptures } from '../receivables/post-captures.js';
import type { ChargeMessage } from './charge-message.js';
import { KeepMovements, type WaitingMessage } from './keep-movements.js';
import { movementKindOf } from './movement-kind.domain.js';

interface CaptureMessage {
  readonly kind: 'capture';
  readonly message: ChargeMessage;
}

type SortedMessage = CaptureMessage | WaitingMessage | { readonly error: unknown };

/**
 * What happens when the ledger hears that a charge moved money: captures are posted, everything after them is kept until it can be.
 * Which is which the event's trigger says: a charge is `captured` again when a dispute is won, and that is no capture.
 */
@Injectable()
export class TakeMovements {
  constructor(
    private readonly captures: PostCaptures,
    private readonly waiting: KeepMovements,
  ) {}

  /** @returns the fate of each message, in their order: one that does not say what it is falls out alone */
  async take(messages: readonly ChargeMessage[]): Promise<MemberOutcome[]> {
    const sorted = messages.map(sort);
    const posted = (await this.captures.post(sorted.filter(isCapture).map(({ message }) => message))).values();
    const kept = (await this.waiting.keep(sorted.filter(isWaiting))).values();
    return sorted.map((member) => {
      if ('error' in member) return member;
      return (isCapture(member) ? posted : kept).next().value!;
    });
  }
}

function sort(message: ChargeMessage): SortedMessage {
  try {
    return { kind: movementKindOf(message.type, message.headers.trigger), message };
  } catch (error) {
    return { error };
  }
}

const isCapture = (member: SortedMessage): member is CaptureMessage => 'kind' in member && member.kind === 'capture';

const isWaiting = (member: SortedMessage): member is WaitingMessage => 'kind' in member && member.kind !== 'capture';
