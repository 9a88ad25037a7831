import { Bus, DatabaseDeadLetters, Idempotency, Outbox } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Logger, Metrics, Settings, Tracer } from '@centavo/runtime';
import { Module, type DynamicModule } from '@nestjs/common';
import { deadLettersController } from './dead-letters.controller.js';
import type { ServiceDefinition } from './service-definition.js';
import type { TracedPlatform } from './traced-platform.js';
import { VaultDatabase } from './vault.js';

/** What a service uses that lives in its schema and speaks on its bus. */
export interface Messaging {
  readonly outbox: Outbox;
  readonly idempotency: Idempotency;
  readonly deadLetters: DatabaseDeadLetters;
}

/** What every app stands on, by class token. */
export const platformProviders = (platform: TracedPlatform) => [
  { provide: Settings, useValue: platform.settings },
  { provide: Bus, useValue: platform.bus },
  { provide: Database, useValue: platform.database },
  { provide: Logger, useValue: platform.logger },
  { provide: Clock, useValue: platform.clock },
  { provide: Metrics, useValue: platform.metrics },
  { provide: Tracer, useValue: platform.tracer },
];

/** Gives every provider of a service, by class token, what the platform offers. */
@Module({})
export class PlatformModule {
  static for({ name, module }: ServiceDefinition, platform: TracedPlatform, messaging: Messaging): DynamicModule {
    const providers = [
      ...platformProviders(platform),
      { provide: Outbox, useValue: messaging.outbox },
      { provide: Idempotency, useValue: messaging.idempotency },
      { provide: DatabaseDeadLetters, useValue: messaging.deadLetters },
      ...(platform.vaultDatabase ? [{ provide: VaultDatabase, useValue: platform.vaultDatabase }] : []),
    ];
    return {
      module: PlatformModule,
      global: true,
      imports: [module],
      controllers: [deadLettersController(name)],
      providers,
      exports: providers,
    };
  }
}
