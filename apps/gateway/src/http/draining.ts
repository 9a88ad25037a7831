import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** After the last answer there may be a last one: time for it to reach its client. */
const MARGIN_MS = 1_000;

/**
 * Makes stopping take no longer than the longest answer. Node closes what rests between two requests; three kinds of connections it
 * waits for, each in its own way:
 * - Who is being answered is told to leave with the answer, where another request on the same connection would have to be waited for
 *   too. (Fastify tells those whose request comes while it closes, not those whose request came before.)
 * - Who has sent nothing at all, like a browser's connection in reserve, is cut off at once.
 * - Who has sent half a request is cut off when every whole one has its answer.
 * @param replyTimeoutMs how long an answer may take
 */
export function drainOnClose(server: FastifyInstance, replyTimeoutMs: number): void {
  const open = new Set<Socket>();
  let isDraining = false;
  server.server.on('connection', (socket: Socket) => {
    if (isDraining) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.addHook('preClose', (done) => {
    isDraining = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    const cutOff = setTimeout(() => server.server.closeAllConnections(), replyTimeoutMs + MARGIN_MS);
    server.server.once('close', () => clearTimeout(cutOff));
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) void reply.header('connection', 'close');
    done(null, payload);
  });
}
