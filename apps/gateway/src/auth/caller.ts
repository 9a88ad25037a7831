import type { FeeTable, IdempotencyRequest, OperatorCommand } from '@centavo/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { idempotencyOf } from '../http/idempotency.js';

/** The request that messages are caused by. */
export class RequestOrigin {
  readonly requestId: string;
  /** Of the request's span, if it has one: what a caller sends goes no further by itself. */
  readonly traceparent: string | undefined;

  constructor(request: FastifyRequest) {
    this.requestId = request.id;
    this.traceparent = request.span?.traceparent;
  }
}

/** What a command takes from the request beside its body. */
export class RequestContext extends RequestOrigin {
  readonly idempotency: IdempotencyRequest | null;
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    super(request);
    this.#request = request;
    this.idempotency = request.method === 'GET' || request.method === 'HEAD' ? null : idempotencyOf(request);
  }

  /** What identifies the body, as `BodyFingerprints` has it. */
  get fingerprint(): string {
    return this.idempotency?.fingerprint ?? this.#request.server.bodyFingerprints.of(this.#request.body);
  }
}

/** The operator who makes a request, and where the audit log has it. */
export class OperatorContext extends RequestContext {
  /** `operator:` and the first 8 hex digits of the SHA-256 of the token. */
  readonly operator: string;
  readonly auditCallId: string;

  constructor(request: FastifyRequest) {
    super(request);
    const { operatorCall } = request;
    if (!operatorCall) throw new Error('A route for operators let somebody in unauthenticated.');
    this.operator = operatorCall.operator;
    this.auditCallId = operatorCall.id;
  }

  /** What every command of an operator carries beside its body. */
  get fields(): Omit<OperatorCommand<never>, 'body'> {
    return { operator: this.operator, audit_call_id: this.auditCallId, idempotency: this.idempotency };
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

/** The {@link OperatorContext} of a request below `/admin/v1`. */
export const Operator = createParamDecorator((_, context: ExecutionContext) => new OperatorContext(requestOf(context)));
