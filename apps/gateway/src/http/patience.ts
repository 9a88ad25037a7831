import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { SuccessAnswer } from '@centavo/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_WAIT_SECONDS, preferredWaitSeconds } from './prefer.js';

/** How long a client would wait for an outcome. */
export interface Patience {
  /** 1..30 */
  readonly seconds: number;
  /** Aborted when the connection is closed. */
  readonly gone: AbortSignal;
}

/** An answer that was held back as its client preferred. */
export interface PatientAnswer<Data = unknown> extends SuccessAnswer<Data> {
  /** The value of `Preference-Applied`. */
  readonly preferenceApplied: string;
}

/** The {@link Patience} of a request, undefined without a `Prefer: wait=N` that can be met. */
export const Waiting = createParamDecorator((_, context: ExecutionContext): Patience | undefined => {
  const http = context.switchToHttp();
  const seconds = preferredWaitSeconds(http.getRequest<FastifyRequest>().headers.prefer);
  return seconds === undefined ? undefined : { seconds, gone: goneOf(http.getResponse<FastifyReply>()) };
});

/** Aborted when the connection of a request is closed: nobody waits for the answer any more. */
export const Gone = createParamDecorator((_, context: ExecutionContext): AbortSignal => {
  return goneOf(context.switchToHttp().getResponse<FastifyReply>());
});

function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Documents that an operation knows `Prefer: wait=N`. */
export const MayWait = (): MethodDecorator =>
  ApiHeader({
    name: 'Prefer',
    required: false,
    description: `\`wait=N\`: hold the answer until the outcome is known or N (1..${MAX_WAIT_SECONDS}) seconds have passed.`,
    schema: { type: 'string', example: 'wait=10' },
  });
