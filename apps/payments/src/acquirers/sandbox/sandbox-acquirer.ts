import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database } from '@centavo/persistence';
import { newId, PacedBatcher, type CallTime } from '@centavo/runtime';
import {
  Acquirer,
  AcquirerTimeoutError,
  AcquirerUnavailableError,
  type AuthorizationRequest,
  type AuthorizationResult,
  type Boleto,
  type BoletoRequest,
  type OperationRequest,
  type OperationResult,
  type Payment,
  type PixCode,
  type PixRequest,
} from '../acquirer.port.js';
import { findAttempt, insertAttempts, type SandboxAttempt } from './sandbox-authorizations.sql.js';
import { behaviourOf } from './sandbox-behaviours.domain.js';
import { boleto, pixCode } from './sandbox-codes.domain.js';
import { scheduleChargebacks } from './sandbox-notifications.sql.js';
import { findOperation, insertOperation, lockPayment, updatePayment } from './sandbox-operations.sql.js';
import { decide } from './sandbox-payment.domain.js';
import { findPayment, keepInvoice } from './sandbox-payments.sql.js';

/** How long the sandbox keeps a caller waiting who will get no answer: long enough to be felt, short enough for a test. */
const SIMULATED_TIMEOUT_MS = 300;
/** From a capture to the notice of its chargeback: time enough to record the capture first. */
const CHARGEBACK_DELAY_MS = 400;

/** Whether it lasts is seen at the last moment. */
interface TimedAttempt extends SandboxAttempt {
  readonly time: CallTime | undefined;
}

/**
 * A simulated acquirer that remembers everything in tables of its own, as a real one does in its own house. It does not deduplicate what it
 * is told to do: a charge that was authorized twice shows as two approved rows, a refund that was made twice as two operations.
 */
@Injectable()
export class SandboxAcquirer extends Acquirer {
  readonly name = 'sandbox';
  readonly #attempts: PacedBatcher<TimedAttempt>;
  #onScheduled: (dueInMs: number) => void = () => undefined;

  constructor(private readonly database: Database) {
    super();
    this.#attempts = new PacedBatcher({
      flush: (attempts) => this.#insert(attempts),
      maxSize: 500,
      lingerMs: 5,
    });
  }

  /** `listener` hears in how many milliseconds something is due to be told that this process has just scheduled. */
  onNotificationScheduled(listener: (dueInMs: number) => void): void {
    this.#onScheduled = listener;
  }

  async authorize(request: AuthorizationRequest, time?: CallTime): Promise<AuthorizationResult> {
    const { number } = await request.card.reveal();
    const behaviour = behaviourOf(number);
    switch (behaviour.kind) {
      case 'approve':
        return this.#approve(request, time, behaviour.chargesBack);
      case 'decline':
        return this.#remember(request, time, {
          outcome: 'declined',
          failureCode: behaviour.failureCode,
          failureMessage: `The issuer declined the payment: ${behaviour.failureCode.replaceAll('_', ' ')}.`,
        });
      case 'error_once':
        return this.#errOnce(request, time);
      case 'timeout':
        if (behaviour.approves) await this.#approve(request, time);
        await delay(SIMULATED_TIMEOUT_MS);
        throw new AcquirerTimeoutError('the sandbox acquirer does not answer for this card', { scope: 'request' });
    }
  }

  async inquire(reference: string): Promise<AuthorizationResult | undefined> {
    const attempt = await findAttempt(this.database, reference, ['approved', 'declined']);
    return attempt?.result ?? undefined;
  }

  async createPix(request: PixRequest): Promise<PixCode> {
    const { reference, amount, expiresAt } = request;
    const answer = orRefusal(() => pixCode(request, newId()));
    return keepInvoice(this.database, { reference, method: 'pix', amount, expiresAt, answer });
  }

  async registerBoleto(request: BoletoRequest): Promise<Boleto> {
    const { reference, amount } = request;
    const answer = orRefusal(() => boleto(request, newId()));
    return keepInvoice(this.database, { reference, method: 'boleto', amount, expiresAt: null, answer });
  }

  inquirePayment(reference: string): Promise<Payment | undefined> {
    return findPayment(this.database, reference);
  }

  async operate(request: OperationRequest, time?: CallTime): Promise<OperationResult> {
    return this.database.transaction(async (transaction) => {
      const payment = await lockPayment(transaction, request.payment);
      const decision = payment ? decide(payment, request) : { refusal: 'no such payment' };
      if ('refusal' in decision) {
        const refused: OperationResult = { outcome: 'refused', reason: decision.refusal };
        await insertOperation(transaction, request, refused);
        time?.throwIfOver();
        return refused;
      }
      await updatePayment(transaction, decision.after);
      await insertOperation(transaction, request, { outcome: 'done' });
      if (request.kind === 'capture' && decision.after.charges_back) {
        await scheduleChargebacks(transaction, [request.payment], CHARGEBACK_DELAY_MS);
        transaction.afterCommit(() => this.#onScheduled(CHARGEBACK_DELAY_MS));
      }
      time?.throwIfOver();
      return { outcome: 'done' };
    });
  }

  inquireOperation(reference: string): Promise<OperationResult | undefined> {
    return findOperation(this.database, reference);
  }

  #approve(request: AuthorizationRequest, time?: CallTime, chargesBack = false): Promise<AuthorizationResult> {
    const id = newId();
    return this.#remember(
      request,
      time,
      {
        outcome: 'approved',
        externalId: id,
        authorizationCode: id.slice(-6).toUpperCase(),
        nsu: String(Number.parseInt(id.slice(-9), 16) % 1_000_000_000).padStart(9, '0'),
      },
      chargesBack,
    );
  }

  async #errOnce(request: AuthorizationRequest, time?: CallTime): Promise<AuthorizationResult> {
    const { reference, amount } = request;
    if (await findAttempt(this.database, reference, ['error'])) return this.#approve(request, time);
    const nothing = { result: null, capturedAmount: 0n, chargesBack: false, time };
    await this.#attempts.add({ id: newId(), reference, amount, outcome: 'error', ...nothing });
    throw new AcquirerUnavailableError('the sandbox acquirer errs once for this card', { scope: 'request' });
  }

  async #remember(
    { reference, amount, capture }: AuthorizationRequest,
    time: CallTime | undefined,
    result: AuthorizationResult,
    chargesBack = false,
  ): Promise<AuthorizationResult> {
    const { outcome } = result;
    const capturedAmount = outcome === 'approved' && capture ? amount : 0n;
    await this.#attempts.add({ id: newId(), reference, amount, outcome, result, capturedAmount, chargesBack, time });
    return result;
  }

  async #insert(attempts: readonly TimedAttempt[]): Promise<void> {
    const disputed = attempts.filter(({ chargesBack, capturedAmount }) => chargesBack && capturedAmount > 0n);
    await this.database.transaction(async (transaction) => {
      await insertAttempts(transaction, attempts);
      if (disputed.length > 0) {
        const references = disputed.map(({ reference }) => reference);
        await scheduleChargebacks(transaction, references, CHARGEBACK_DELAY_MS);
        transaction.afterCommit(() => this.#onScheduled(CHARGEBACK_DELAY_MS));
      }
      for (const { time } of attempts) time?.throwIfOver();
    });
  }
}

/** What cannot be put into a code was certainly not done, and is nobody else's trouble. */
function orRefusal<Code>(make: () => Code): Code {
  try {
    return make();
  } catch (cause) {
    throw new AcquirerUnavailableError('the sandbox acquirer cannot make such a code', { cause, scope: 'request' });
  }
}
