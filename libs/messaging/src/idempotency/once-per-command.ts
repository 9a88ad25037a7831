import type { IdempotencyRequest } from '@centavo/contracts';
import type { BusContext } from '../nest/bus-context.js';

/**
 * What makes a command be carried out once: the client's key, or without one the command's own id, because the bus may deliver it
 * again after a crash, and does after a commit whose answer was lost. Then too the first answer is given, with the secret that nobody could
 * find out otherwise.
 */
export const oncePerCommand = (
  { idempotency }: { readonly idempotency: IdempotencyRequest | null },
  { message }: BusContext,
): IdempotencyRequest => idempotency ?? { scope: 'command', key: message.id, fingerprint: '' };
