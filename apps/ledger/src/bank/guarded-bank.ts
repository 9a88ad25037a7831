import type { WithdrawalMethod } from '@centavo/contracts';
import { GuardedCalls, type CallLimits, type Metrics } from '@centavo/runtime';
import { Bank, type PayoutRequest, type PayoutResult } from './bank.port.js';

/** How long a call to a bank may take. Then its result is unknown and is inquired. */
export const BANK_TIMEOUT_MS = 7_000;

/** Of each operation and service instance. */
export const BANK_LIMITS: CallLimits & Pick<Required<CallLimits>, 'breaker'> = {
  timeoutMs: BANK_TIMEOUT_MS,
  concurrency: 64,
  maxQueued: 1_000,
  breaker: { failures: 20, openMs: 5_000 },
};

/** Any adapter, made safe to call by {@link GuardedCalls}, whose deadline is the time that the adapter gets. */
export class GuardedBank extends Bank {
  readonly name: string;
  readonly #calls: GuardedCalls<'pay' | 'inquire'>;

  /** @param bank never called but through this wrapper */
  constructor(
    private readonly bank: Bank,
    metrics: Metrics,
    { breaker, ...limits } = BANK_LIMITS,
  ) {
    super();
    this.name = bank.name;
    this.#calls = new GuardedCalls({
      party: 'bank',
      name: bank.name,
      doings: ['pay'],
      questions: ['inquire'],
      limits,
      breaker,
      metrics,
    });
  }

  takesAtOnce(method: WithdrawalMethod): boolean {
    return this.bank.takesAtOnce(method);
  }

  pay(request: PayoutRequest): Promise<PayoutResult> {
    return this.#calls.run('pay', (time) => this.bank.pay(request, time));
  }

  inquire(reference: string): Promise<PayoutResult | undefined> {
    return this.#calls.run('inquire', () => this.bank.inquire(reference));
  }
}
