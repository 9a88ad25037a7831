import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@centavo/persistence';
import { newId, PacedBatcher } from '@centavo/runtime';
import {
  Acquirer,
  AcquirerTimeoutError,
  AcquirerUnavailableError,
  type AuthorizationRequest,
  type AuthorizationResult,
} from '../acquirer.port.js';
import { behaviourOf } from './sandbox-behaviours.domain.js';
import { findAuthorization, insertAttempts, type SandboxAttempt } from './sandbox-acquirer.sql.js';

/** How long the sandbox keeps a caller waiting who will get no answer: long enough to be felt, short enough for a test. */
const SIMULATED_TIMEOUT_MS = 300;

/**
 * A simulated acquirer that remembers every attempt in a table of its own, as a real one does in its own house. It does not
 * deduplicate references: a charge that was authorized twice shows as two approved rows.
 */
@Injectable()
export class SandboxAcquirer extends Acquirer {
  readonly name = 'sandbox';
  readonly #attempts: PacedBatcher<SandboxAttempt>;

  constructor(private readonly database: Database) {
    super();
    this.#attempts = new PacedBatcher({
      flush: (attempts) => insertAttempts(this.database, attempts),
      maxSize: 500,
      lingerMs: 5,
    });
  }

  async authorize(request: AuthorizationRequest): Promise<AuthorizationResult> {
    const behaviour = behaviourOf(request.card);
    switch (behaviour.kind) {
      case 'approve':
        return this.#approve(request);
      case 'decline':
        return this.#remember(request, {
          outcome: 'declined',
          failureCode: behaviour.failureCode,
          failureMessage: `The issuer declined the payment: ${behaviour.failureCode.replaceAll('_', ' ')}.`,
        });
      case 'error_once':
        return this.#errOnce(request);
      case 'timeout':
        if (behaviour.approves) await this.#approve(request);
        await delay(SIMULATED_TIMEOUT_MS);
        throw new AcquirerTimeoutError('the sandbox acquirer does not answer for this card');
    }
  }

  async inquire(reference: string): Promise<AuthorizationResult | undefined> {
    const attempt = await findAuthorization(this.database, reference, ['approved', 'declined']);
    return attempt?.result ?? undefined;
  }

  #approve(request: AuthorizationRequest): Promise<AuthorizationResult> {
    const id = newId();
    return this.#remember(request, {
      outcome: 'approved',
      externalId: id,
      authorizationCode: id.slice(-6).toUpperCase(),
      nsu: String(Number.parseInt(id.slice(-9), 16) % 1_000_000_000).padStart(9, '0'),
    });
  }

  async #errOnce(request: AuthorizationRequest): Promise<AuthorizationResult> {
    if (await findAuthorization(this.database, request.reference, ['error'])) return this.#approve(request);
    await this.#attempts.add({
      id: newId(),
      reference: request.reference,
      amount: request.amount,
      outcome: 'error',
      result: null,
    });
    throw new AcquirerUnavailableError('the sandbox acquirer errs once for this card');
  }

  async #remember(request: AuthorizationRequest, result: AuthorizationResult): Promise<AuthorizationResult> {
    const { reference, amount } = request;
    await this.#attempts.add({ id: newId(), reference, amount, outcome: result.outcome, result });
    return result;
  }
}
