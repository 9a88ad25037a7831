import { Logger, Metrics } from '@centavo/runtime';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOurFault, toErrorResponse } from './error-response.js';

/** Answers every error: of handlers, hooks, the body parser and unknown routes alike. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  readonly #refusals;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#refusals = metrics.counter('http_refusals_total');
  }

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    if (reply.sent) return;
    const response = toErrorResponse(error, request.id);
    if (isOurFault(response)) this.#report(error, request);
    if (response.refusedFor) this.#refusals.inc({ status: response.status, reason: response.refusedFor });
    void reply.code(response.status).headers(response.headers).send(response.body);
  }

  #report(error: unknown, request: FastifyRequest): void {
    this.logger.error('request failed', {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      error,
    });
  }
}
