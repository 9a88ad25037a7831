import { deadLettersState, outboxState, type Bus, type Outbox } from '@centavo/messaging';
import { reading, type Metrics, type Reading } from '@centavo/runtime';
import type { Platform } from './platform.js';

/** Shows how far the groups that read these topics are behind. @param observer who looks */
export function observeLag(observer: string, topics: readonly string[], bus: Bus, metrics: Metrics): void {
  metrics.observeState(`${observer}: bus`, async () =>
    (await Promise.all(topics.map((topic) => lagOf(bus, topic)))).flat(),
  );
}

async function lagOf(bus: Bus, topic: string): Promise<Reading[]> {
  return [...(await bus.lag(topic))].map(([group, lag]) => reading('bus_lag_messages', { group, topic }, lag));
}

/** Shows a service's outbox and its dead letters. */
export function observeMessaging(service: string, outbox: Outbox, { metrics, database }: Platform): void {
  metrics.observe('outbox_pending_rows', { service }, () => outbox.pending);
  metrics.observe('outbox_oldest_pending_seconds', { service }, () => outbox.oldestPendingMs / 1000);
  metrics.observeState(`${service}: outbox and dead letters`, async () => {
    const stored = await outboxState(database);
    const { open, newestMs } = await deadLettersState(database);
    return [
      reading('outbox_stored_rows', { service }, stored.rows),
      reading('outbox_stored_oldest_seconds', { service }, stored.oldestMs / 1000),
      reading('dead_letters_open', { service }, open),
      ...(newestMs === null ? [] : [reading('dead_letters_newest_seconds', { service }, newestMs / 1000)]),
    ];
  });
}
