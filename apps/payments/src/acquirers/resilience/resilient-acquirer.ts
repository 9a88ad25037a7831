import { GuardedCalls, type Metrics, type Settings } from '@centavo/runtime';
import {
  Acquirer,
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

const DOINGS = ['authorize', 'create_pix', 'register_boleto', 'operate'] as const;
const QUESTIONS = ['inquire', 'inquire_payment', 'inquire_operation'] as const;

type CallName = (typeof DOINGS)[number] | (typeof QUESTIONS)[number];

/** Any adapter, made safe to call by {@link GuardedCalls}: Pix that hangs leaves cards alone. */
export class ResilientAcquirer extends Acquirer {
  readonly name: string;
  readonly #calls: GuardedCalls<CallName>;

  /** @param acquirer never called but through this wrapper */
  constructor(
    private readonly acquirer: Acquirer,
    settings: AcquirerSettings,
    metrics: Metrics,
  ) {
    super();
    this.name = acquirer.name;
    this.#calls = new GuardedCalls<CallName>({
      party: 'acquirer',
      name: acquirer.name,
      doings: DOINGS,
      questions: QUESTIONS,
      limits: {
        timeoutMs: settings.acquirerTimeoutMs,
        concurrency: settings.acquirerConcurrency,
        maxQueued: settings.acquirerMaxQueued,
      },
      breaker: { failures: settings.acquirerBreakerFailures, openMs: settings.acquirerBreakerOpenMs },
      metrics,
    });
  }

  authorize(request: AuthorizationRequest): Promise<AuthorizationResult> {
    return this.#calls.run('authorize', (time) => this.acquirer.authorize(request, time));
  }

  inquire(reference: string): Promise<AuthorizationResult | undefined> {
    return this.#calls.run('inquire', () => this.acquirer.inquire(reference));
  }

  createPix(request: PixRequest): Promise<PixCode> {
    return this.#calls.run('create_pix', (time) => this.acquirer.createPix(request, time));
  }

  registerBoleto(request: BoletoRequest): Promise<Boleto> {
    return this.#calls.run('register_boleto', (time) => this.acquirer.registerBoleto(request, time));
  }

  inquirePayment(reference: string): Promise<Payment | undefined> {
    return this.#calls.run('inquire_payment', () => this.acquirer.inquirePayment(reference));
  }

  operate(request: OperationRequest): Promise<OperationResult> {
    return this.#calls.run('operate', (time) => this.acquirer.operate(request, time));
  }

  inquireOperation(reference: string): Promise<OperationResult | undefined> {
    return this.#calls.run('inquire_operation', () => this.acquirer.inquireOperation(reference));
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
