import type { DeliveryLimits } from './delivery-limits.js';
import type { EndpointLane } from './endpoint-lane.js';

interface MerchantShare {
  inFlight: number;
  /** Lanes whose turn came while the merchant had all that it may have under way, in that order. */
  readonly held: Set<EndpointLane>;
}

/**
 * Whose turn it is: endpoints one after the other. Those of a merchant that has its share of the instance under way stand aside until
 * something of it is over, so that many endpoints together hold up nobody but their merchant.
 */
export class LaneTurns {
  /** Lanes that may be able to start something, in the order of their turns. */
  readonly #ready = new Set<EndpointLane>();
  readonly #merchants = new Map<string, MerchantShare>();

  constructor(private readonly limits: DeliveryLimits) {}

  /** Gives a lane a turn, unless it has one already. */
  add(lane: EndpointLane): void {
    if (!this.#merchants.get(lane.merchantId)?.held.has(lane)) this.#ready.add(lane);
  }

  /** Whose turn it is; it then has none any more: its next one is after everybody else's. */
  next(): EndpointLane | undefined {
    for (const lane of this.#ready) {
      this.#ready.delete(lane);
      const share = this.#merchants.get(lane.merchantId);
      if (!share || share.inFlight < this.limits.inFlightPerMerchant) return lane;
      share.held.add(lane);
    }
    return undefined;
  }

  started({ merchantId }: EndpointLane): void {
    const share = this.#merchants.get(merchantId) ?? { inFlight: 0, held: new Set() };
    share.inFlight += 1;
    this.#merchants.set(merchantId, share);
  }

  ended({ merchantId }: EndpointLane): void {
    const share = this.#merchants.get(merchantId)!;
    share.inFlight -= 1;
    // All of them, because the first may have nothing left to start; a merchant has few endpoints.
    for (const lane of share.held) this.#ready.add(lane);
    share.held.clear();
    if (share.inFlight === 0) this.#merchants.delete(merchantId);
  }
}
