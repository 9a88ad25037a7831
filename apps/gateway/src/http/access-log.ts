import type { Logger, Settings } from '@centavo/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LineBudget } from './line-budget.js';
import { preferredWaitSeconds } from './prefer.js';

/** Longer than anything takes that does not wait for somebody outside. */
const SLOW_MS = 2_000;

/** Lines of a second. When all fails at once, the first few tell as much as all of them, and a full disk is another failure. */
const MAX_LINES_PER_SECOND = 50;

/**
 * One line per request that failed on our side or was slow; with `LOG_LEVEL=debug` one per request. All others cost nothing: the metrics count
 * them.
 */
export function logRequests(server: FastifyInstance, { logLevel }: Settings, logger: Logger): void {
  const isVerbose = logLevel === 'debug' || logLevel === 'trace';
  const budget = new LineBudget(MAX_LINES_PER_SECOND);
  server.addHook('onResponse', (request, reply, done) => {
    const problem = problemOf(request, reply);
    if (problem) {
      const line = budget.take(performance.now());
      if (line) logger.warn(problem, { ...fieldsOf(request, reply), count: line.leftOut || undefined });
    } else if (isVerbose) logger.debug('request', fieldsOf(request, reply));
    done();
  });
}

function problemOf(request: FastifyRequest, reply: FastifyReply): string | undefined {
  if (reply.statusCode >= 500) return 'request answered with an error';
  if (reply.elapsedTime < SLOW_MS || mayTakeLong(request, reply)) return undefined;
  return 'request was slow';
}

/** Who asked to wait for an outcome gets what he asked for, and a long statement is read at its reader's speed. */
const mayTakeLong = (request: FastifyRequest, reply: FastifyReply): boolean =>
  preferredWaitSeconds(request.headers['prefer']) !== undefined ||
  String(reply.getHeader('content-type')).startsWith('text/csv');

const fieldsOf = (request: FastifyRequest, reply: FastifyReply) => ({
  requestId: request.id,
  method: request.method,
  route: request.routeOptions.url,
  statusCode: reply.statusCode,
  durationMs: Math.round(reply.elapsedTime),
});
