import type { Message } from '../bus.js';

/** Whether nobody waits for the command any more. Messages without a deadline never expire. */
export function isTooLate({ headers }: Message, nowMs = Date.now()): boolean {
  return headers.deadline !== undefined && Number(headers.deadline) < nowMs;
}
