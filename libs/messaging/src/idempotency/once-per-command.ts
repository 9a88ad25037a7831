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
): IdempotencyRequest => idempotency ?? { scope: COMMAND_SCOPE, key: message.id, fingerprint: '' };

/** Not a method and path, as the scopes of clients' keys are. */
const COMMAND_SCOPE = 'command';

/** Whether a request stands for a command whose client gave no key. */
export const isOncePerCommand = ({ scope }: IdempotencyRequest): boolean => scope === COMMAND_SCOPE;
