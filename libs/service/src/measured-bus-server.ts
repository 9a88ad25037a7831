import { BusServer, type BusServerOptions } from '@centavo/messaging';
import type { Metrics } from '@centavo/runtime';
import type { MessageHandler } from '@nestjs/microservices';
import { consumptionMonitor } from './consumption-metrics.js';

/** {@link BusServer} that measures how long each handler takes and how much it takes at once. */
export class MeasuredBusServer extends BusServer {
  readonly #service: string;
  readonly #durations;
  readonly #messages;

  constructor(options: BusServerOptions, metrics: Metrics) {
    super({ ...options, monitor: consumptionMonitor(options.group, metrics) });
    const service = (this.#service = options.group);
    metrics.observe('bus_unfinished_messages', { service }, () => this.load.messages);
    metrics.observe('bus_busy_keys', { service }, () => this.load.keys);
    this.#durations = metrics.histogram('handler_duration_seconds');
    this.#messages = metrics.counter('handled_messages_total');
  }

  override addHandler(
    pattern: unknown,
    handler: MessageHandler,
    isEvent?: boolean,
    extras?: Record<string, unknown>,
  ): void {
    super.addHandler(pattern, this.#measured(this.normalizePattern(pattern as string), handler), isEvent, extras);
  }

  #measured(pattern: string, handler: MessageHandler): MessageHandler {
    const labels = { service: this.#service, pattern };
    const messages = this.#messages.labels(labels);
    const succeeded = this.#durations.labels({ ...labels, outcome: 'done' });
    const failed = this.#durations.labels({ ...labels, outcome: 'failed' });
    return async (data: unknown, context: unknown) => {
      messages.inc(Array.isArray(data) ? data.length : 1);
      const startedMs = performance.now();
      let outcome = failed;
      try {
        const result: unknown = await handler(data, context);
        outcome = succeeded;
        return result;
      } finally {
        outcome.observe((performance.now() - startedMs) / 1000);
      }
    };
  }
}
