import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';

/** Who takes nothing for so long does not want it any more. */
const STALLED_AFTER_MS = 60_000;

/** Cuts off who is being sent a stream and takes none of it: it would hold a connection and a page of memory for ever. */
export function cutOffStalledDownloads(server: FastifyInstance): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof Readable) reply.raw.setTimeout(STALLED_AFTER_MS, () => reply.raw.destroy());
    done(null, payload);
  });
}
