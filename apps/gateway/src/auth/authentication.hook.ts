import { DomainError } from '@centavo/contracts';
import { newId, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { addressGroup } from './address.js';
import type { Credential } from './credential.js';
import { FailureLimiter } from './failure-limiter.js';
import { MerchantAuthentication } from './merchant-authentication.js';
import { OperatorAuthentication } from './operator-authentication.js';

/** A request that an operator makes. */
export interface OperatorCall {
  readonly id: string;
  readonly operator: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** On routes for merchants: the key the request was made with. */
    credential: Credential | null;
    /** On routes for operators: who makes the request, and its id in the audit log. */
    operatorCall: OperatorCall | null;
  }
}

type Done = (error?: Error) => void;

/**
 * Authenticates before the body is read, so that strangers cost neither memory nor parsing. It is a Fastify hook and no Nest guard
 * for that reason: guards run after the body parser.
 */
@Injectable()
export class AuthenticationHook {
  readonly #failures: FailureLimiter;

  constructor(
    private readonly merchants: MerchantAuthentication,
    private readonly operators: OperatorAuthentication,
    settings: Settings,
  ) {
    this.#failures = new FailureLimiter(settings.authFailuresPerMinute, 'failed_authentications');
  }

  onRequest(request: FastifyRequest, done: Done): void {
    try {
      const pending = this.#authenticate(request);
      if (pending) void this.#await(pending, request, done);
      else done();
    } catch (error) {
      this.#refuse(error, request, done);
    }
  }

  async #await(pending: Promise<void>, request: FastifyRequest, done: Done): Promise<void> {
    try {
      await pending;
    } catch (error) {
      this.#refuse(error, request, done);
      return;
    }
    done();
  }

  #authenticate(request: FastifyRequest): Promise<void> | undefined {
    if (request.is404) return undefined;
    const { authorization } = request.headers;
    const { access } = request.routeOptions.config;
    switch (access) {
      case 'public':
        return undefined;
      case 'operator':
        request.operatorCall = { operator: this.operators.authenticate(authorization), id: newId() };
        return undefined;
      case 'public_key':
      case 'secret_key': {
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        const { ip: address } = request;
        const credential = this.merchants.authenticate({ authorization, address, isRead, access });
        if (credential instanceof Promise) return credential.then((found) => void (request.credential = found));
        request.credential = credential;
        return undefined;
      }
    }
  }

  #refuse(error: unknown, request: FastifyRequest, done: Done): void {
    done((isGuess(error, request) ? this.#failures.recorded(error, [addressGroup(request.ip)]) : error) as Error);
  }
}

/** A request without any credentials guesses nothing. */
const isGuess = (error: unknown, request: FastifyRequest): error is DomainError =>
  error instanceof DomainError && error.status === 401 && request.headers.authorization !== undefined;
