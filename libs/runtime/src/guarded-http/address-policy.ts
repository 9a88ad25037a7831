import ipaddr from 'ipaddr.js';
import {
  GLOBAL_UNICAST_IPV6,
  IPV4_CARRIERS,
  SPECIAL_PURPOSE_IPV4,
  SPECIAL_PURPOSE_IPV6,
} from './special-purpose-networks.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const networks = (cidrs: readonly string[]): Network[] => cidrs.map((cidr) => ipaddr.parseCIDR(cidr));

const FORBIDDEN_IPV4 = networks(Object.keys(SPECIAL_PURPOSE_IPV4));
const FORBIDDEN_IPV6 = networks(Object.keys(SPECIAL_PURPOSE_IPV6));
const GLOBAL_IPV6 = networks([GLOBAL_UNICAST_IPV6]);
const CARRIERS = Object.entries(IPV4_CARRIERS).map(([cidr, offset]) => ({ network: networks([cidr]), offset }));

const isWithin = (address: Address, all: readonly Network[]): boolean =>
  all.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never));

const carrierOf = (address: Address) => CARRIERS.find(({ network }) => isWithin(address, network));

/** The IPv4 address that an IPv6 address stands for, if it does: mapped, compatible, NAT64 or 6to4. */
function unwrap(address: Address, carrier = carrierOf(address)): Address {
  return carrier ? new ipaddr.IPv4(address.toByteArray().slice(carrier.offset, carrier.offset + 4)) : address;
}

function isGloballyReachable(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return !isWithin(address, FORBIDDEN_IPV4);
  return isWithin(address, GLOBAL_IPV6) && !isWithin(address, FORBIDDEN_IPV6);
}

/** Which addresses a request to a destination named by a user may reach. */
export class AddressPolicy {
  readonly #allowed: readonly Network[];

  /**
   * @param allowedNetworks CIDRs that are reachable although they are private, for tests and closed deployments
   * @throws Error when one is no CIDR
   */
  constructor(allowedNetworks: readonly string[]) {
    this.#allowed = networks(allowedNetworks).map(asIpv4Network);
  }

  /** Whether a connection to this address (canonical text, as a resolver or a parsed URL gives it) is allowed. */
  permits(address: string): boolean {
    if (!ipaddr.isValid(address)) return false;
    const effective = unwrap(ipaddr.parse(address));
    return isGloballyReachable(effective) || isWithin(effective, this.#allowed);
  }
}

/** An allowed network inside a carrier (`::ffff:10.0.0.0/104`) means the IPv4 network, as addresses there do. */
function asIpv4Network([network, bits]: Network): Network {
  const carrier = carrierOf(network);
  const carrierBits = (carrier?.offset ?? 0) * 8;
  if (!carrier || bits < carrierBits) return [network, bits];
  return [unwrap(network, carrier), Math.min(bits - carrierBits, 32)];
}
