import { inTrace, type Settings, type Span, type Tracer } from '@centavo/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when the request is not traced. */
    span: Span | null;
  }
}

/** Whatever is looked for under paths that are none has one name. */
const UNKNOWN_ROUTE = 'unknown';

/**
 * Gives each sampled request a span, from its headers until its answer is sent. Paths are shown as their routes, without ids; queries,
 * headers, bodies and addresses not at all.
 */
export function traceRequests(server: FastifyInstance, tracer: Tracer, { trustTraceparent }: Settings): void {
  server.addHook('onRequest', (request, _reply, done) => {
    request.span = begin(tracer, request, trustTraceparent) ?? null;
    done();
  });
  // After the body has been read, which happens in no context of ours; what logs comes later.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.span) inTrace(tracer, request.span.traceparent, done);
    else done();
  });
  server.addHook('onRequestAbort', (request, done) => {
    request.span?.end('aborted');
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    if (request.span) end(request.span, reply);
    done();
  });
}

function begin(tracer: Tracer, request: FastifyRequest, isTrusted: boolean): Span | undefined {
  const { method, routeOptions, id } = request;
  const route = routeOptions.url;
  const { traceparent } = request.headers;
  return tracer.begin(
    {
      name: `${method} ${route ?? UNKNOWN_ROUTE}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'centavo.request_id': id,
      },
    },
    typeof traceparent === 'string' ? traceparent : undefined,
    isTrusted,
  );
}

function end(span: Span, { statusCode }: FastifyReply): void {
  span.set({ 'http.response.status_code': statusCode });
  // A refusal is the caller's error, not ours.
  span.end(statusCode >= 500 ? String(statusCode) : undefined);
}
