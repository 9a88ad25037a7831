import { DomainError } from '@centavo/contracts';
import { Logger, Metrics } from '@centavo/runtime';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteTable } from '../route-table.js';
import { isOurFault, toErrorResponse } from './error-response.js';

/** Answers every error: of handlers, hooks, the body parser and unknown routes alike. */
@Catch()
export class HttpErrorFilter implements ExceptionFilter {
  readonly #refusals;

  constructor(
    private readonly routes: RouteTable,
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
    const response = toErrorResponse(this.#withAllowedMethods(error, request, reply), request.id);
    if (isOurFault(response)) this.#report(error, request);
    if (response.refusedFor) this.#refusals.inc({ status: response.status, reason: response.refusedFor });
    void reply.code(response.status).headers(response.headers).send(response.body);
  }

  /** The router does not tell a wrong path from a wrong method; the table of routes does. */
  #withAllowedMethods(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown {
    if (!(error instanceof HttpException) || error.getStatus() !== 404) return error;
    const allowed = this.routes.methodsOf(request.url);
    if (allowed.length === 0 || allowed.includes(request.method)) return error;
    void reply.header('allow', allowed.join(', '));
    return new DomainError('method_not_allowed');
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
