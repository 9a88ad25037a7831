import type { ReceivedMessage } from '../bus.js';

/** A message on its way through a consumption engine, with the way back to the adapter that brought it. */
export interface Delivery {
  readonly message: ReceivedMessage;
  /** It need not come again: handled, dead-lettered, skipped or too late. */
  finished(): void;
  /** Given up unhandled, because the subscription stops or lost the right to handle it: it must come again. */
  released(): void;
}
