import { Resolver } from 'node:dns/promises';
import { OutboundError } from './outbound-error.js';

/**
 * Resolves through c-ares and not through `dns.lookup`, whose getaddrinfo blocks one of the process's few pool threads: a name
 * server that never answers would hold up everyone else's. The price is that the hosts file is not read.
 */
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * All IPv4 and IPv6 addresses of a name.
 * @throws OutboundError `name_not_resolved`
 */
export async function resolveName(hostname: string): Promise<readonly string[]> {
  const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  if (addresses.length === 0) throw new OutboundError('name_not_resolved', `${hostname} has no address`);
  return addresses;
}
