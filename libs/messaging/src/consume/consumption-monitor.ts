/** Hears what a consumer cannot simply handle: seldom, so it may count by type. */
export interface ConsumptionMonitor {
  /** A command's deadline had passed before it was started. */
  dropped(type: string): void;
  /** A message failed and will be tried again. */
  retried(type: string, reason: 'outage' | 'transient'): void;
  /** A message was given up and kept. */
  deadLettered(type: string): void;
}

/** What a consumer has in hand. */
export interface ConsumptionLoad {
  /** Taken and not finished. */
  readonly messages: number;
  /** Different keys among them. */
  readonly keys: number;
}
