import { TracedBus } from '@centavo/messaging';
import { NO_TRACER, type Tracer } from '@centavo/runtime';
import type { Platform } from './platform.js';

/** A platform as one app sees it: with the tracer that makes its spans, and a bus that traces its messages. */
export interface TracedPlatform extends Platform {
  readonly tracer: Tracer;
}

/** Changes nothing when nothing is traced. @param name of the app */
export function tracedPlatform(platform: Platform, name: string): TracedPlatform {
  if (!platform.tracing) return { ...platform, tracer: NO_TRACER };
  const tracer = platform.tracing.tracer(name);
  return { ...platform, tracer, bus: new TracedBus(platform.bus, tracer) };
}
