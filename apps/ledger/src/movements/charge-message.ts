import type { Charge, EventPayload } from '@centavo/contracts';
import type { ReceivedMessage } from '@centavo/messaging';

/** An event of a charge, as the bus brings it. */
export type ChargeMessage = ReceivedMessage<EventPayload<Charge>>;
