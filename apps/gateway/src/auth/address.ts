import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** A list of addresses and CIDRs, parsed once. An empty list lets every address in. */
export class AddressList {
  readonly #isOpen: boolean;
  readonly #networks: readonly Network[];

  constructor(entries: readonly string[]) {
    this.#isOpen = entries.length === 0;
    this.#networks = entries.filter(isAddressOrNetwork).map(parseNetwork);
  }

  allows(address: string): boolean {
    if (this.#isOpen) return true;
    if (!ipaddr.isValid(address)) return false;
    // An IPv4 client of a dual-stack socket shows as ::ffff:a.b.c.d; process() gives its IPv4.
    const client = ipaddr.process(address);
    return this.#networks.some(([network, bits]) => client.kind() === network.kind() && client.match(network, bits));
  }
}

/** Entries are checked when they are made. Should one be none all the same, it lets nobody in, and does not keep others out. */
const isAddressOrNetwork = (entry: string): boolean => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);

function parseNetwork(entry: string): Network {
  const [address, bits] = entry.includes('/') ? ipaddr.parseCIDR(entry) : [ipaddr.parse(entry), undefined];
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    return [address.toIPv4Address(), Math.max((bits ?? 128) - 96, 0)];
  }
  return [address, bits ?? (address.kind() === 'ipv4' ? 32 : 128)];
}

/** Who is behind an address, for limits: an IPv6 customer has at least a /64 to hop around in. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const client = ipaddr.process(address);
  if (client instanceof ipaddr.IPv4) return client.toString();
  return client.parts.slice(0, 4).join(':');
}
