/** A running gateway as clients know it. */
export interface GatewayAddress {
  readonly name: string;
  readonly baseUrl: string;
}

/** The gateways in turn, as a load balancer gives them; one that has just failed somebody is not given to him again. */
export class Gateways {
  #addresses: readonly GatewayAddress[] = [];
  #turn = 0;

  routeTo(addresses: readonly GatewayAddress[]): void {
    this.#addresses = addresses;
  }

  /** @param except name of the one that has just failed */
  next(except?: string): GatewayAddress {
    const others = this.#addresses.filter(({ name }) => name !== except);
    const choice = others.length > 0 ? others : this.#addresses;
    this.#turn += 1;
    return choice[this.#turn % choice.length]!;
  }
}
