import { DomainError, toErrorAnswer, type ErrorAnswer } from '@centavo/contracts';

/** What whoever asked is told of a command that was dead-lettered. */
export const INTERNAL_ERROR_ANSWER: ErrorAnswer = toErrorAnswer(new DomainError('internal_error'));

/** A reply as it travels. What cannot be written as JSON is a fault of the handler, which has committed: the asker must hear of it. */
export function replyText(reply: unknown): string {
  try {
    return JSON.stringify(reply ?? null);
  } catch {
    return JSON.stringify(INTERNAL_ERROR_ANSWER);
  }
}
