import { GuardedHttpClient } from '@centavo/runtime';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { PartitionKeeper } from '../retention/partition-keeper.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { DeliveryLimits } from './delivery-limits.js';
import { DisableEndpoint } from './disable-endpoint.js';
import { DueWorker } from './due-worker.js';
import { EndpointRefresher } from './endpoint-refresher.js';
import { OutcomeRecorder } from './outcome-recorder.js';

/** Starts and stops delivering. */
@Injectable()
export class DeliveryLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    private readonly partitions: PartitionKeeper,
    private readonly worker: DueWorker,
    private readonly refresher: EndpointRefresher,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly recorder: OutcomeRecorder,
    private readonly disableEndpoint: DisableEndpoint,
    private readonly client: GuardedHttpClient,
    private readonly limits: DeliveryLimits,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.partitions.start();
    this.worker.start();
    this.refresher.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.partitions.stop(), this.worker.stop(), this.refresher.stop()]);
  }

  /** After the bus has stopped: then no event asks for a first attempt any more. */
  async onApplicationShutdown(): Promise<void> {
    const drained = this.dispatcher
      .drain()
      .then(() => this.recorder.drained())
      .then(() => this.disableEndpoint.drained());
    await atMost(this.limits.drainMs, drained);
    this.dispatcher.cutOff();
    await this.client.destroy();
    await atMost(this.limits.giveBackMs, drained);
  }
}

const atMost = (ms: number, work: Promise<void>): Promise<void> =>
  Promise.race([work, pause(ms, undefined, { ref: false })]);
