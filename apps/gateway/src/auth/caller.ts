import type { FeeTable, IdempotencyRequest } from '@centavo/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { idempotencyOf } from '../http/idempotency.js';

/** What a command takes from the request beside its body. */
export class RequestContext {
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly idempotency: IdempotencyRequest | null;

  constructor(request: FastifyRequest) {
    this.requestId = request.id;
    this.traceparent = traceparentOf(request);
    this.idempotency = request.method === 'GET' || request.method === 'HEAD' ? null : idempotencyOf(request);
  }
}

/** The merchant on whose behalf a request is made. */
export class MerchantContext extends RequestContext {
  readonly merchantId: string;
  readonly apiKeyId: string;
  readonly fees: FeeTable;

  constructor(request: FastifyRequest) {
    super(request);
    const { credential } = request;
    if (!credential) throw new Error('A route for merchants let somebody in unauthenticated.');
    this.merchantId = credential.merchantId;
    this.apiKeyId = credential.apiKeyId;
    this.fees = credential.fees;
  }
}

const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

/** The {@link MerchantContext} of a request below `/v1`. */
export const Caller = createParamDecorator((_, context: ExecutionContext) => new MerchantContext(requestOf(context)));

/** The {@link RequestContext} of an operator's request below `/admin/v1`. */
export const Operator = createParamDecorator((_, context: ExecutionContext) => new RequestContext(requestOf(context)));

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

function traceparentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers;
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined;
}
