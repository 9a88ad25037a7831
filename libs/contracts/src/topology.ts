/** The services that own state. The gateway owns none: it asks them over the bus and reads their published views. */
export const SERVICE_NAMES = ['payments', 'onboarding', 'ledger', 'webhooks'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

export type CommandTopic = `${ServiceName}.commands`;
export type EventTopic = `${ServiceName}.events`;
export type Topic = CommandTopic | EventTopic | typeof REPLIES_TOPIC;

/** Answers to commands. A gateway instance reads one partition of it and skips what others asked for. */
export const REPLIES_TOPIC = 'gateway.replies';

export const commandsOf = (service: ServiceName): CommandTopic => `${service}.commands`;
export const eventsOf = (service: ServiceName): EventTopic => `${service}.events`;

/**
 * Who listens to what: a service's consumer group carries its name and reads its own commands and these events.
 * Subscriptions and the bus's backlog figure follow from this table; docs/architecture.md repeats it by hand.
 */
export const EVENT_SUBSCRIPTIONS: Record<ServiceName, readonly EventTopic[]> = {
  payments: ['onboarding.events'],
  onboarding: [],
  ledger: ['payments.events', 'onboarding.events'],
  webhooks: ['payments.events', 'ledger.events', 'onboarding.events', 'webhooks.events'],
};

export const topicsReadBy = (service: ServiceName): Topic[] => [commandsOf(service), ...EVENT_SUBSCRIPTIONS[service]];

/** Every topic of the platform, for the step that creates them. */
export const ALL_TOPICS: readonly Topic[] = [
  ...SERVICE_NAMES.flatMap((service) => [commandsOf(service), eventsOf(service)]),
  REPLIES_TOPIC,
];
