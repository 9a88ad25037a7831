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
import { DueWorker } from './due-worker.js';
import { OutcomeRecorder } from './outcome-recorder.js';

/** Starts and stops delivering. */
@Injectable()
export class DeliveryLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  constructor(
    private readonly partitions: PartitionKeeper,
    private readonly worker: DueWorker,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly recorder: OutcomeRecorder,
    private readonly client: GuardedHttpClient,
    private readonly limits: DeliveryLimits,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.partitions.start();
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.partitions.stop(), this.worker.stop()]);
  }

  /** After the bus has stopped: then no event asks for a first attempt any more. */
  async onApplicationShutdown(): Promise<void> {
    const drained = this.dispatcher.drain().then(() => this.recorder.drained());
    await Promise.race([drained, pause(this.limits.drainMs, undefined, { ref: false })]);
    await this.client.destroy();
  }
}
