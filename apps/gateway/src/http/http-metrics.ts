import type { Metrics } from '@centavo/runtime';
import type { FastifyInstance } from 'fastify';

/** Counts and times every request by route. */
export function measureRequests(server: FastifyInstance, metrics: Metrics): void {
  const durations = metrics.histogram('http_request_duration_seconds');
  // Asking prom-client for labels costs more than all the rest here, so each combination asks once.
  const known = new Map<string, ReturnType<typeof durations.labels>>();
  server.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const { url: route = 'unknown' } = routeOptions;
    const key = `${method} ${route} ${reply.statusCode}`;
    let timer = known.get(key);
    if (!timer) known.set(key, (timer = durations.labels({ method, route, status: String(reply.statusCode) })));
    timer.observe(reply.elapsedTime / 1000);
    done();
  });
}
