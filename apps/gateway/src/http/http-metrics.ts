import { Metrics } from '@centavo/runtime';
import type { FastifyInstance } from 'fastify';

/** Counts and times every request by route. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.histogram('http_request_duration_seconds');
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}
