import { PeriodicWork } from '@centavo/messaging';
import { Logger } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { Endpoint } from '../endpoints/endpoint.js';
import { EndpointDirectory } from '../endpoints/endpoint-directory.js';
import { DeliveryDispatcher } from './delivery-dispatcher.js';
import { DeliveryLimits } from './delivery-limits.js';
import { EndpointChanges } from './endpoint-changes.js';

/**
 * Keeps what waits in memory from going to an address, or being signed with a secret, that its merchant has changed: at once after a
 * change through this instance, soon after one through another.
 */
@Injectable()
export class EndpointRefresher {
  readonly #periodic: PeriodicWork;

  constructor(
    private readonly directory: EndpointDirectory,
    private readonly dispatcher: DeliveryDispatcher,
    private readonly changes: EndpointChanges,
    limits: DeliveryLimits,
    private readonly logger: Logger,
  ) {
    this.#periodic = new PeriodicWork({
      name: 'refresh-waiting-endpoints',
      intervalMs: limits.refreshMs,
      work: () => this.#refreshWaiting(),
      logger,
    });
  }

  start(): void {
    this.changes.listen((endpointId) => void this.#refreshChanged(endpointId));
    this.#periodic.start();
  }

  stop(): Promise<void> {
    return this.#periodic.stop();
  }

  async #refreshWaiting(): Promise<void> {
    this.dispatcher.forgetIdle();
    await this.#refresh(this.dispatcher.waitingEndpoints);
  }

  async #refreshChanged(endpointId: string): Promise<void> {
    const endpoint = this.dispatcher.hold(endpointId);
    if (!endpoint) return;
    try {
      await this.#refresh([endpoint]);
    } catch (error) {
      // The periodic look makes up for it.
      this.logger.warn('could not refresh a postback endpoint', { endpointId, error });
    }
  }

  async #refresh(inUse: readonly Endpoint[]): Promise<void> {
    if (inUse.length === 0) return;
    const merchants = await this.directory.endpointsOf(new Set(inUse.map(({ merchantId }) => merchantId)));
    const current = new Map([...merchants.values()].flat().map((endpoint) => [endpoint.id, endpoint]));
    for (const { id } of inUse) this.dispatcher.endpointChanged(id, current.get(id));
  }
}
