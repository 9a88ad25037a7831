import { isIPv6, type LookupFunction } from 'node:net';
import type { DestinationPolicy, Resolve } from './destination-policy.js';

/**
 * The lookup of a socket that connects only where the policy lets it. The addresses that were checked are the ones connected to,
 * so a name that answers differently the second time (DNS rebinding) gains nothing.
 */
export function guardedLookup(policy: DestinationPolicy, resolve: Resolve): LookupFunction {
  const lookup = async (...[hostname, options, callback]: Parameters<LookupFunction>): Promise<void> => {
    let addresses: readonly string[];
    try {
      addresses = await policy.addressesOf(hostname, resolve);
    } catch (error) {
      callback(error as Error, '');
      return;
    }
    const records = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = records;
    if (options.all) callback(null, records);
    else callback(null, first?.address ?? '', first?.family);
  };
  return (...parameters) => void lookup(...parameters);
}
