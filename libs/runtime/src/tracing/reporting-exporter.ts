import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logging/logger.js';

type ExportResult = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** Says once that spans do not get through, and once that they do again. The spans of a failed export are lost; nothing else is. */
export class ReportingExporter implements SpanExporter {
  #isFailing = false;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      this.#report(result);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve();
  }

  #report({ error }: ExportResult): void {
    const isFailing = error !== undefined;
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (isFailing) this.logger.warn('traces cannot be sent to the collector and are lost until it answers', { error });
    else this.logger.info('traces reach the collector again');
  }
}
