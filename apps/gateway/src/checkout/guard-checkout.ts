import type { FastifyInstance } from 'fastify';
import type { CheckoutLimits } from './checkout-limits.js';

/** Pages, charges and tokens of links; the page's files are others' to keep. */
const OF_LINKS = '/pay/:id';
/** A payer, or a card that is encrypted, takes a tenth of it. */
const MAX_BODY_BYTES = 16 * 1024;

/** What a charge or a link says changes by the minute and is nobody else's. What may be kept longer says so itself. */
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

/** Whoever pays a link is a stranger: how often he comes is looked at before his body is read, and that is short. */
export function guardCheckout(server: FastifyInstance, limits: CheckoutLimits): void {
  server.addHook('onRoute', (route) => {
    if (route.method === 'POST' && route.url.startsWith(OF_LINKS)) route.bodyLimit = MAX_BODY_BYTES;
  });
  server.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.url?.startsWith(OF_LINKS)) return done();
    void reply.headers(HEADERS);
    try {
      limits.takeRead(request.ip);
    } catch (error) {
      return done(error as Error);
    }
    done();
  });
}
