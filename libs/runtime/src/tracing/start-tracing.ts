import type { Logger } from '../logging/logger.js';
import type { Settings } from '../settings/settings.js';
import type { Tracing } from './tracer.js';

/**
 * Starts the tracing that the settings ask for. Without an endpoint nothing of OpenTelemetry's SDK is even loaded.
 * @param logger told once when the collector cannot be reached, and when it can again
 * @returns undefined when tracing is off
 */
export async function startTracing(settings: Settings, logger: Logger): Promise<Tracing | undefined> {
  const url = settings.tracesUrl;
  if (url === undefined) return undefined;
  const { OtlpTracing } = await import('./otlp-tracing.js');
  return new OtlpTracing(url, settings, logger);
}
