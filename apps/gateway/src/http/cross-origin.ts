import type { FastifyInstance } from 'fastify';

/** What a browser calls from a merchant's own page. Nothing else of the API is for browsers. */
const PATHS: readonly string[] = ['/v1/tokens', '/v1/tokens/public-key'];

const ANSWER_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, Retry-After',
};
const PREFLIGHT_HEADERS = {
  ...ANSWER_HEADERS,
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
  'access-control-max-age': '86400',
};

/** Lets pages of any origin call {@link PATHS}, and read why they were refused. There are no cookies that they could misuse. */
export function openToOtherOrigins(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (PATHS.includes(request.routeOptions.url ?? '')) void reply.headers(ANSWER_HEADERS);
    done();
  });
  for (const path of PATHS) {
    server.options(path, { config: { access: 'public' } }, (_request, reply) => {
      return reply.code(204).headers(PREFLIGHT_HEADERS).send();
    });
  }
}
