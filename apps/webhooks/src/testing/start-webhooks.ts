import type { Bus } from '@centavo/messaging';
import type { Database } from '@centavo/persistence';
import { Metrics, SystemClock, type Clock, type Logger, type Settings } from '@centavo/runtime';
import { startService } from '@centavo/service';
import { Module } from '@nestjs/common';
import { DeliveryLimits } from '../delivery/delivery-limits.js';
import { webhooksModule } from '../webhooks.module.js';
import { webhooksService } from '../webhooks.service.js';

export interface HarnessPlatform {
  readonly bus: Bus;
  readonly database: Database;
  readonly settings: Settings;
  readonly logger: Logger;
  /** The machine's when it is left out. */
  readonly clock?: Clock;
}

/** An instance of this service in the test's process. */
export interface RunningWebhooks {
  stop(): Promise<void>;
}

/** Starts an instance as its process would, with other limits. */
export function startWebhooks(
  platform: HarnessPlatform,
  limits: Partial<DeliveryLimits> = {},
): Promise<RunningWebhooks> {
  @Module(webhooksModule(Object.assign(new DeliveryLimits(), limits)))
  class LimitedWebhooksModule {}
  const definition = { ...webhooksService, module: LimitedWebhooksModule };
  return startService(definition, { clock: new SystemClock(), ...platform, metrics: new Metrics() });
}
