import { GuardedHttpClient, Settings } from '@centavo/runtime';
import { Module, type ModuleMetadata } from '@nestjs/common';
import { AttemptDelivery } from './delivery/attempt-delivery.js';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.js';
import { DeliveryLifecycle } from './delivery/delivery-lifecycle.js';
import { DeliveryLimits } from './delivery/delivery-limits.js';
import { DueAlarm } from './delivery/due-alarm.js';
import { DueWorker } from './delivery/due-worker.js';
import { LeaseOwner } from './delivery/lease-owner.js';
import { OutcomeRecorder } from './delivery/outcome-recorder.js';
import { PartitionKeeper } from './delivery/partition-keeper.js';
import { SettleDelivery } from './delivery/settle-delivery.js';
import { CreateEndpointHandler } from './endpoints/create-endpoint.handler.js';
import { EndpointDirectory } from './endpoints/endpoint-directory.js';
import { EndpointSecrets } from './endpoints/endpoint-secrets.js';
import { FanOut } from './fan-out/fan-out.js';
import { FanOutHandler } from './fan-out/fan-out.handler.js';

const guardedHttpClient = {
  provide: GuardedHttpClient,
  inject: [Settings, DeliveryLimits],
  useFactory: (settings: Settings, limits: DeliveryLimits) =>
    new GuardedHttpClient({
      allowedNetworks: settings.postbackAllowedNetworks,
      httpsOnly: !settings.isSandbox,
      timeoutMs: limits.attemptTimeoutMs,
    }),
};

/** What the service is made of. Tests make the limits small. */
export const webhooksModule = (limits: DeliveryLimits): ModuleMetadata => ({
  controllers: [CreateEndpointHandler, FanOutHandler],
  providers: [
    guardedHttpClient,
    EndpointSecrets,
    EndpointDirectory,
    FanOut,
    { provide: DeliveryLimits, useValue: limits },
    LeaseOwner,
    AttemptDelivery,
    SettleDelivery,
    OutcomeRecorder,
    DeliveryDispatcher,
    DueAlarm,
    DueWorker,
    PartitionKeeper,
    DeliveryLifecycle,
  ],
});

@Module(webhooksModule(new DeliveryLimits()))
export class WebhooksModule {}
