import { GuardedHttpClient, Settings } from '@centavo/runtime';
import { Module, type ModuleMetadata } from '@nestjs/common';
import { AttemptDelivery } from './delivery/attempt-delivery.js';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.js';
import { DeliveryLifecycle } from './delivery/delivery-lifecycle.js';
import { DeliveryLimits } from './delivery/delivery-limits.js';
import { DisableEndpoint } from './delivery/disable-endpoint.js';
import { DueAlarm } from './delivery/due-alarm.js';
import { DueWorker } from './delivery/due-worker.js';
import { EndpointChanges } from './delivery/endpoint-changes.js';
import { EndpointRefresher } from './delivery/endpoint-refresher.js';
import { LeaseOwner } from './delivery/lease-owner.js';
import { ObserveDueDeliveries } from './delivery/observe-due-deliveries.js';
import { OutcomeRecorder } from './delivery/outcome-recorder.js';
import { OwnFirstAttempts } from './delivery/own-first-attempts.js';
import { SettleDelivery } from './delivery/settle-delivery.js';
import { CreateEndpointHandler } from './endpoints/create-endpoint.handler.js';
import { DeleteEndpointHandler } from './endpoints/delete-endpoint.handler.js';
import { EndpointDirectory } from './endpoints/endpoint-directory.js';
import { EndpointReader } from './endpoints/endpoint-reader.js';
import { EndpointSecrets } from './endpoints/endpoint-secrets.js';
import { EraseExpiredSecrets } from './endpoints/erase-expired-secrets.js';
import { RotateSecretHandler } from './endpoints/rotate-secret.handler.js';
import { TestEndpointHandler } from './endpoints/test-endpoint.handler.js';
import { UpdateEndpointHandler } from './endpoints/update-endpoint.handler.js';
import { FanOut } from './fan-out/fan-out.js';
import { FanOutHandler } from './fan-out/fan-out.handler.js';
import { NewDeliveries } from './fan-out/new-deliveries.js';
import { FoldDeliveryCounts } from './log/fold-delivery-counts.js';
import { RecoverEndpointHandler } from './recovery/recover-endpoint.handler.js';
import { ResendDeliveryHandler } from './recovery/resend-delivery.handler.js';
import { PartitionKeeper } from './retention/partition-keeper.js';

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
  controllers: [
    CreateEndpointHandler,
    UpdateEndpointHandler,
    DeleteEndpointHandler,
    RotateSecretHandler,
    TestEndpointHandler,
    FanOutHandler,
    ResendDeliveryHandler,
    RecoverEndpointHandler,
  ],
  providers: [
    guardedHttpClient,
    EndpointSecrets,
    EraseExpiredSecrets,
    EndpointReader,
    EndpointDirectory,
    NewDeliveries,
    FanOut,
    { provide: DeliveryLimits, useValue: limits },
    LeaseOwner,
    OwnFirstAttempts,
    AttemptDelivery,
    DisableEndpoint,
    SettleDelivery,
    OutcomeRecorder,
    DeliveryDispatcher,
    DueAlarm,
    DueWorker,
    ObserveDueDeliveries,
    EndpointChanges,
    EndpointRefresher,
    PartitionKeeper,
    FoldDeliveryCounts,
    DeliveryLifecycle,
  ],
});

@Module(webhooksModule(new DeliveryLimits()))
export class WebhooksModule {}
