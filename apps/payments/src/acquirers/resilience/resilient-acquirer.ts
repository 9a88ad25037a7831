import type { Metrics, Settings } from '@centavo/runtime';
import {
  Acquirer,
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
import { CallGuard, CallRefusedError, type CallLimits } from './call-guard.js';

const DOINGS = ['authorize', 'create_pix', 'register_boleto', 'operate'] as const;
const QUESTIONS = ['inquire', 'inquire_payment', 'inquire_operation'] as const;

type CallName = (typeof DOINGS)[number] | (typeof QUESTIONS)[number];

/**
 * Any adapter, made safe to call: every call ends in time, a failing operation is left alone for a while, and each operation has its
 * own limits, so that Pix that hangs leaves cards alone. Questions have no breaker: unknown results are only decided by asking, and
 * nothing that fails elsewhere may keep us from it. Retries are the caller's: only it knows what may be repeated.
 */
export class ResilientAcquirer extends Acquirer {
  readonly name: string;
  readonly #guards: Readonly<Record<CallName, CallGuard>>;
  readonly #calls: ReturnType<typeof callsHistogram>;

  /** @param acquirer never called but through this wrapper */
  constructor(
    private readonly acquirer: Acquirer,
    settings: AcquirerSettings,
    metrics: Metrics,
  ) {
    super();
    this.name = acquirer.name;
    this.#guards = guardsFor(settings);
    this.#calls = callsHistogram(metrics);
    for (const operation of DOINGS) {
      metrics.observe(
        'acquirer_breaker_state',
        'Circuit breaker of an operation of the acquirer: 0 closed, 1 trying again, 2 open.',
        { acquirer: this.name, operation },
        () => this.#guards[operation].breakerState,
      );
    }
  }

  authorize(request: AuthorizationRequest): Promise<AuthorizationResult> {
    return this.#call('authorize', () => this.acquirer.authorize(request));
  }

  inquire(reference: string): Promise<AuthorizationResult | undefined> {
    return this.#call('inquire', () => this.acquirer.inquire(reference));
  }

  createPix(request: PixRequest): Promise<PixCode> {
    return this.#call('create_pix', () => this.acquirer.createPix(request));
  }

  registerBoleto(request: BoletoRequest): Promise<Boleto> {
    return this.#call('register_boleto', () => this.acquirer.registerBoleto(request));
  }

  inquirePayment(reference: string): Promise<Payment | undefined> {
    return this.#call('inquire_payment', () => this.acquirer.inquirePayment(reference));
  }

  operate(request: OperationRequest): Promise<OperationResult> {
    return this.#call('operate', () => this.acquirer.operate(request));
  }

  inquireOperation(reference: string): Promise<OperationResult | undefined> {
    return this.#call('inquire_operation', () => this.acquirer.inquireOperation(reference));
  }

  async #call<Result>(operation: CallName, call: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    const record = (outcome: string): void =>
      this.#calls.observe({ acquirer: this.name, operation, outcome }, (performance.now() - startedMs) / 1000);
    try {
      const result = await this.#guards[operation].run(call);
      record(outcomeOf(result));
      return result;
    } catch (error) {
      record(outcomeOfFault(error));
      throw error;
    }
  }
}

type AcquirerSettings = Pick<
  Settings,
  | 'acquirerTimeoutMs'
  | 'acquirerConcurrency'
  | 'acquirerMaxQueued'
  | 'acquirerBreakerFailures'
  | 'acquirerBreakerOpenMs'
>;

function guardsFor(settings: AcquirerSettings): Record<CallName, CallGuard> {
  const limits: CallLimits = {
    timeoutMs: settings.acquirerTimeoutMs,
    concurrency: settings.acquirerConcurrency,
    maxQueued: settings.acquirerMaxQueued,
  };
  const breaker = { failures: settings.acquirerBreakerFailures, openMs: settings.acquirerBreakerOpenMs };
  const doings = DOINGS.map((name) => [name, new CallGuard({ ...limits, breaker })] as const);
  const questions = QUESTIONS.map((name) => [name, new CallGuard(limits)] as const);
  return Object.fromEntries([...doings, ...questions]) as Record<CallName, CallGuard>;
}

const callsHistogram = (metrics: Metrics) =>
  metrics.histogram('acquirer_call_seconds', 'Calls to the acquirer by operation and outcome, waiting included.', [
    'acquirer',
    'operation',
    'outcome',
  ]);

/** `approved`, `declined`, `done`, `refused`; `answered` for what has no outcome of its own, `nothing` for a question in vain. */
function outcomeOf(result: unknown): string {
  if (result === undefined) return 'nothing';
  const { outcome } = result as { readonly outcome?: string };
  return outcome ?? 'answered';
}

function outcomeOfFault(error: unknown): string {
  if (error instanceof CallRefusedError) return 'not_asked';
  return error instanceof AcquirerUnavailableError ? 'unavailable' : 'timeout';
}
