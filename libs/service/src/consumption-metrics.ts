import type { ConsumptionMonitor } from '@centavo/messaging';
import type { Metrics } from '@centavo/runtime';

/** Counts what a service's consumer cannot simply handle. */
export function consumptionMonitor(service: string, metrics: Metrics): ConsumptionMonitor {
  const dropped = metrics.counter('bus_dropped_commands_total');
  const retries = metrics.counter('bus_retries_total');
  const deadLetters = metrics.counter('dead_letters_total');
  return {
    dropped: (type) => dropped.inc({ service, type }),
    retried: (type, reason) => retries.inc({ service, type, reason }),
    deadLettered: (type) => deadLetters.inc({ service, type }),
  };
}
