import type { SuccessAnswer } from '@centavo/contracts';
import type { FastifyReply } from 'fastify';
import type { PageAnswer, Pagination } from './lists/pagination.js';
import type { PatientAnswer } from './patience.js';

/** The body of every success. */
export interface SuccessEnvelope {
  readonly success: true;
  readonly message: string;
  readonly data: unknown;
  readonly pagination?: Pagination;
}

/** Sets status and headers as the answer says, and returns the body. */
export function toEnvelope(
  answer: SuccessAnswer | PageAnswer<unknown> | PatientAnswer,
  reply: FastifyReply,
): SuccessEnvelope {
  reply.code(answer.status);
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  if ('preferenceApplied' in answer) reply.header('preference-applied', answer.preferenceApplied);
  const { message, data } = answer;
  return 'pagination' in answer
    ? { success: true, message, data, pagination: answer.pagination }
    : { success: true, message, data };
}

/** Controllers return answers; anything else (the docs page, an error envelope) passes as it is. */
export const isAnswer = (payload: unknown): payload is SuccessAnswer =>
  typeof payload === 'object' && payload !== null && (payload as { ok?: unknown }).ok === true;
