import { isIP } from 'node:net';
import { AddressPolicy } from './address-policy.js';
import { BLOCKED_PORTS } from './blocked-ports.js';
import { OutboundError } from './outbound-error.js';

/** Addresses of `localhost`, which never goes to a resolver (RFC 6761). */
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/** Resolves a name to all its addresses. @throws Error when there are none */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface DestinationPolicyOptions {
  /** CIDRs that may be reached although they are private. */
  readonly allowedNetworks: readonly string[];
  /** Refuses plain http. */
  readonly httpsOnly: boolean;
}

/** Decides where requests to URLs given by users may go: what the URL itself tells, and what its name resolves to. */
export class DestinationPolicy {
  readonly #addresses: AddressPolicy;
  readonly #httpsOnly: boolean;

  constructor(options: DestinationPolicyOptions) {
    this.#addresses = new AddressPolicy(options.allowedNetworks);
    this.#httpsOnly = options.httpsOnly;
  }

  /**
   * Why a URL is refused before any name is resolved, as a sentence; null when nothing speaks against it yet. The URL parser has
   * already turned decimal, octal, hexadecimal and shortened IPv4 notations into the plain one.
   */
  refusalOf(url: URL): string | null {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Only http and https URLs are allowed.';
    if (url.protocol === 'http:' && this.#httpsOnly) return 'The URL must use https.';
    if (url.username !== '' || url.password !== '') return 'The URL must not contain credentials.';
    const host = bareHost(url.hostname);
    if (host === '') return 'The URL has no host.';
    if (isIP(host) !== 0 && !this.#addresses.permits(host)) return 'The URL leads to an address that is not public.';
    if (isLocalhost(host) && this.#permittedLoopback().length === 0) return 'The URL leads to this machine.';
    if (url.port !== '' && BLOCKED_PORTS.has(Number(url.port))) return 'The URL has the port of another protocol.';
    return null;
  }

  /**
   * The addresses that a name may be reached at. One forbidden address among several refuses the name: an honest zone does not mix
   * them.
   * @throws OutboundError `url_not_allowed` or `name_not_resolved`
   */
  async addressesOf(hostname: string, resolve: Resolve): Promise<readonly string[]> {
    if (isLocalhost(hostname)) return this.#requireAll(hostname, this.#permittedLoopback());
    return this.#requireAll(hostname, await resolve(hostname));
  }

  #requireAll(hostname: string, addresses: readonly string[]): readonly string[] {
    if (addresses.length > 0 && addresses.every((address) => this.#addresses.permits(address))) return addresses;
    throw new OutboundError('url_not_allowed', `${hostname} leads to an address that is not public`);
  }

  #permittedLoopback(): string[] {
    return LOOPBACK_ADDRESSES.filter((address) => this.#addresses.permits(address));
  }
}

/** A URL's host without the brackets of IPv6 and the dot of the DNS root. */
function bareHost(hostname: string): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

function isLocalhost(hostname: string): boolean {
  const host = bareHost(hostname).toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost');
}
