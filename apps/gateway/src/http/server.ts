import { DomainError, ERROR_CATALOGUE } from '@centavo/contracts';
import type { Settings } from '@centavo/runtime';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { refuseOtherMethods } from './allowed-methods.js';
import { accessOf } from '../auth/access.js';
import { openToOtherOrigins } from './cross-origin.js';
import { cutOffStalledDownloads } from './csv/stalled-downloads.js';
import { drainOnClose } from './draining.js';
import { toErrorResponse } from './errors/error-response.js';
import { isAnswer, toEnvelope } from './envelope.js';
import { BodyFingerprints } from './idempotency.js';
import { parseJsonBody } from './json-body.js';
import { requestIdOf } from './request-id.js';
import type { RouteTable } from './route-table.js';

const MAX_BODY_BYTES = 1024 * 1024;
/** The whole request, body included: who is slower than this holds a connection for nothing. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of usual load balancers, so that it is them who close. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
const HEADERS_TIMEOUT_MS = 15_000;
const MAX_CONNECTIONS = 10_000;
/** Longer than any id of ours, so that a long one is told to be no UUID. */
const MAX_PARAMETER_LENGTH = 1024;

/** The HTTP server as every route of the gateway wants it: limits, request ids, envelopes, JSON bodies. */
export function createServer(settings: Settings, routes: RouteTable): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    genReqId: requestIdOf,
    // While draining, requests that are already under way on open connections are still answered.
    return503OnClosing: false,
    frameworkErrors: answerUnroutableRequest,
    clientErrorHandler: answerUnreadableRequest,
    // Nothing of ours is a Connect-style middleware; its hook would run on every request.
    skipMiddie: true,
    multipart: false,
  });
  const server = adapter.getInstance();
  server.server.maxConnections = MAX_CONNECTIONS;
  server.decorate('bodyFingerprints', new BodyFingerprints(settings));

  server.addHook('onRoute', (route) => {
    route.config = { access: accessOf(route.url), ...route.config };
    routes.add(route);
  });
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  refuseOtherMethods(server, routes);
  openToOtherOrigins(server);
  drainOnClose(server, settings.replyTimeoutMs);
  cutOffStalledDownloads(server);
  server.addHook('preSerialization', (_request, reply, payload, done) => {
    done(null, isAnswer(payload) ? toEnvelope(payload, reply) : payload);
  });

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    // Clients like to send the header with every request, and DELETE has no body.
    if (text === '') return done(null, undefined);
    try {
      done(null, parseJsonBody(text as string));
    } catch (error) {
      done(error as Error);
    }
  });
  return adapter;
}

/** A path that cannot be decoded or has an endless segment: the router gives up on it before any hook runs. */
function answerUnroutableRequest(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = toErrorResponse(new DomainError('route_not_found'), request.id);
  void reply
    .code(status)
    .headers({ ...headers, 'x-request-id': request.id })
    .send(body);
}

/** What is no HTTP at all never becomes a request; the socket gets a plain answer and is closed. */
function answerUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const requestId = requestIdOf({ headers: {} });
  const body = JSON.stringify({
    success: false,
    message: ERROR_CATALOGUE.invalid_header.message,
    error: 'invalid_header',
    request_id: requestId,
  });
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}
