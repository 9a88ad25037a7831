import type { MemberOutcome } from '@centavo/messaging';
import { Injectable } from '@nestjs/common';
import { PostCaptures } from '../receivables/post-captures.js';
import type { ChargeMessage } from './charge-message.js';
import { movementKindOf } from './movement-kind.domain.js';
import { PostFollowUps } from './post-follow-ups.js';
import { toldFollowUp, type ToldFollowUp } from './told-follow-up.js';

interface CaptureMessage {
  readonly capture: ChargeMessage;
}

type SortedMessage = CaptureMessage | ToldFollowUp | { readonly error: unknown };

/**
 * What happens when the ledger hears that a charge moved money. Which is which the event's trigger says: a charge is `captured` again when a
 * dispute is won, and that is no capture. Captures go first: of its charge each is the first thing that happens.
 */
@Injectable()
export class TakeMovements {
  constructor(
    private readonly captures: PostCaptures,
    private readonly followUps: PostFollowUps,
  ) {}

  /** @returns the fate of each message, in their order: one that does not say what it is falls out alone */
  async take(messages: readonly ChargeMessage[]): Promise<MemberOutcome[]> {
    const sorted = messages.map(sort);
    const captured = (await this.captures.post(sorted.filter(isCapture).map(({ capture }) => capture))).values();
    const refusals = await this.followUps.post(sorted.filter(isFollowUp));
    return sorted.map((member) => {
      if ('error' in member) return member;
      if (isCapture(member)) return captured.next().value!;
      const { eventId } = member.followUp;
      return refusals.has(eventId) ? { error: refusals.get(eventId) } : {};
    });
  }
}

function sort(message: ChargeMessage): SortedMessage {
  try {
    const kind = movementKindOf(message.type, message.headers.trigger);
    return kind === 'capture' ? { capture: message } : toldFollowUp(kind, message);
  } catch (error) {
    return { error };
  }
}

const isCapture = (member: SortedMessage): member is CaptureMessage => 'capture' in member;

const isFollowUp = (member: SortedMessage): member is ToldFollowUp => 'followUp' in member;
