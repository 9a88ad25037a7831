import { DomainError } from '@centavo/contracts';
import { Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestOrigin } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import type { ErrorEnvelope } from '../http/errors/error-response.js';
import { OVERLOAD_RETRY_AFTER_SECONDS } from '../http/errors/retry-after.js';
import { toAuditCall } from './audit-call.js';

const UNRECORDED = {
  message: 'The audit log cannot be written, so the call was not carried out.',
  retryAfterSeconds: OVERLOAD_RETRY_AFTER_SECONDS,
  reason: 'audit_log',
};

/**
 * Keeps the record of what operators do: each call is on disk before it is carried out, and a call that cannot be recorded is not carried
 * out. A gateway that dies in between leaves a call without an answer, which says just that. It works in hooks of the server and not in
 * Nest, so that a call is recorded too whose body is no JSON and never reaches a controller.
 */
@Injectable()
export class AuditTrail {
  /** Calls that were recorded, or could not be, before they were carried out. */
  readonly #begun = new WeakSet<FastifyRequest>();

  constructor(
    private readonly commands: CommandClient,
    private readonly logger: Logger,
  ) {}

  /** Takes effect on routes that are registered afterwards. */
  watch(server: FastifyInstance): void {
    server.addHook('preHandler', (request, _reply, done) => {
      if (request.operatorCall) void this.#begin(request, done);
      else done();
    });
    server.addHook('preSerialization', (request, reply, payload, done) => {
      // Nobody waits for it: the call has been carried out, whatever becomes of the record of its answer.
      if (request.operatorCall) void this.#end(request, reply, payload);
      done(null, payload);
    });
  }

  async #begin(request: FastifyRequest, done: (refusal?: DomainError) => void): Promise<void> {
    this.#begun.add(request);
    try {
      await this.#record(request);
    } catch (error) {
      this.#report('operator call refused: it could not be recorded', request, error);
      done(new DomainError('service_unavailable', UNRECORDED));
      return;
    }
    done();
  }

  async #end(request: FastifyRequest, { statusCode }: FastifyReply, payload: unknown): Promise<void> {
    const { id } = request.operatorCall!;
    const { error = null } = payload as Partial<ErrorEnvelope>;
    try {
      // Refused before it could begin.
      if (!this.#begun.has(request)) await this.#record(request);
      await this.commands.tell('audit-log.answer', id, { id, status: statusCode, error }, new RequestOrigin(request));
    } catch (failure) {
      this.#report('answer to an operator not recorded', request, failure);
    }
  }

  async #record(request: FastifyRequest): Promise<void> {
    const call = toAuditCall(request);
    await this.commands.send('audit-log.record', call.id, call, new RequestOrigin(request));
  }

  #report(message: string, request: FastifyRequest, error: unknown): void {
    this.logger.error(message, {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      error,
    });
  }
}
