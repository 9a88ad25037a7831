import { commandsOf, EVENT_SUBSCRIPTIONS, SERVICE_NAMES, type EventTopic } from '@centavo/contracts';

/** The consumer groups that the topology gives a topic. */
export function groupsReading(topic: string): readonly string[] {
  return SERVICE_NAMES.filter(
    (service) => commandsOf(service) === topic || EVENT_SUBSCRIPTIONS[service].includes(topic as EventTopic),
  );
}
