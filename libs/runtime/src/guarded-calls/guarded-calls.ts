import type { Metrics } from '../metrics/metrics.js';
import { childSpan } from '../tracing/trace-context.js';
import type { SpanStart } from '../tracing/tracer.js';
import { CallRefusedError, CallUnavailableError } from './call-errors.js';
import { CallGuard, type CallLimits, type GuardedCall } from './call-guard.js';

/** Whose operations are guarded, and within which limits. */
export interface GuardedCallsOptions<Name extends string> {
  /** What kind of outsider it is: begins the names of its metrics. */
  readonly party: 'acquirer' | 'bank';
  /** Its own name, as metrics show it. */
  readonly name: string;
  /** Operations that do something. Each has a breaker of its own. */
  readonly doings: readonly Name[];
  /** Operations that only ask: unknown results are decided by asking, and nothing that fails elsewhere may keep us from it. */
  readonly questions: readonly Name[];
  readonly limits: Omit<CallLimits, 'breaker'>;
  readonly breaker: Required<CallLimits>['breaker'];
  readonly metrics: Metrics;
}

/**
 * The calls to somebody outside, made safe: every call ends in time, a failing operation is left alone for a while, and each operation has its
 * own limits, so that one that hangs leaves the others alone. Retries are the caller's: only it knows what may be repeated.
 */
export class GuardedCalls<Name extends string> {
  readonly #guards: Readonly<Record<Name, CallGuard>>;
  readonly #observe: (operation: Name, outcome: string, startedMs: number) => void;
  readonly #spanOf: (operation: Name) => SpanStart;

  constructor({ party, name, doings, questions, limits, breaker, metrics }: GuardedCallsOptions<Name>) {
    const guards = [
      ...doings.map((operation) => [operation, new CallGuard({ ...limits, breaker })] as const),
      ...questions.map((operation) => [operation, new CallGuard(limits)] as const),
    ];
    this.#guards = Object.fromEntries(guards) as Record<Name, CallGuard>;
    const calls = metrics.histogram(`${party}_call_seconds`);
    const known = new Map<string, ReturnType<typeof calls.labels>>();
    this.#observe = (operation, outcome, startedMs) => {
      const key = `${operation} ${outcome}`;
      let timer = known.get(key);
      if (!timer) known.set(key, (timer = calls.labels({ party: name, operation, outcome })));
      timer.observe((performance.now() - startedMs) / 1000);
    };
    this.#spanOf = (operation) => ({
      name: `${party} ${operation}`,
      kind: 'client',
      attributes: { 'centavo.party': name },
    });
    for (const operation of doings) {
      const labels = { party: name, operation };
      metrics.observe(`${party}_breaker_state`, labels, () => this.#guards[operation].breakerState);
    }
  }

  /** @throws what {@link CallGuard.run} throws */
  async run<Result>(operation: Name, call: GuardedCall<Result>): Promise<Result> {
    const startedMs = performance.now();
    const span = childSpan(() => this.#spanOf(operation));
    try {
      const result = await this.#guards[operation].run(call);
      const outcome = outcomeOf(result);
      this.#observe(operation, outcome, startedMs);
      span?.set({ 'centavo.outcome': outcome });
      span?.end();
      return result;
    } catch (error) {
      const outcome = outcomeOfFault(error);
      this.#observe(operation, outcome, startedMs);
      span?.end(outcome);
      throw error;
    }
  }
}

/** The result's own `outcome`; `answered` for what has none, `nothing` for a question in vain. */
function outcomeOf(result: unknown): string {
  if (result === undefined) return 'nothing';
  const { outcome } = result as { readonly outcome?: string };
  return outcome ?? 'answered';
}

function outcomeOfFault(error: unknown): string {
  if (error instanceof CallRefusedError) return 'not_asked';
  return error instanceof CallUnavailableError ? 'unavailable' : 'timeout';
}
