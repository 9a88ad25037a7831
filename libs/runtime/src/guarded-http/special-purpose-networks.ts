/**
 * Networks that are not globally reachable unicast, with the reason of each. Sources: IANA IPv4 and IPv6 Special-Purpose Address
 * Registries (November 2026) and the multicast and reserved blocks of the IANA address space registries. Anycast blocks that the
 * registries call reachable but that never host a website (AS112, AMT) are kept out as well.
 */
export const SPECIAL_PURPOSE_IPV4: Readonly<Record<string, string>> = {
  '0.0.0.0/8': 'this host on this network',
  '10.0.0.0/8': 'private use',
  '100.64.0.0/10': 'carrier-grade NAT',
  '127.0.0.0/8': 'loopback',
  '169.254.0.0/16': 'link-local, cloud metadata',
  '172.16.0.0/12': 'private use',
  '192.0.0.0/24': 'IETF protocol assignments',
  '192.0.2.0/24': 'documentation',
  '192.31.196.0/24': 'AS112',
  '192.52.193.0/24': 'AMT',
  '192.88.99.0/24': '6to4 relay anycast',
  '192.168.0.0/16': 'private use',
  '192.175.48.0/24': 'AS112',
  '198.18.0.0/15': 'benchmarking',
  '198.51.100.0/24': 'documentation',
  '203.0.113.0/24': 'documentation',
  '224.0.0.0/4': 'multicast',
  '240.0.0.0/4': 'reserved, limited broadcast',
};

/** Of IPv6 only `2000::/3` is handed out as global unicast; these blocks inside it are not reachable. */
export const GLOBAL_UNICAST_IPV6 = '2000::/3';
export const SPECIAL_PURPOSE_IPV6: Readonly<Record<string, string>> = {
  '2001::/23': 'IETF protocol assignments: Teredo, benchmarking, ORCHID, AMT, AS112',
  '2001:db8::/32': 'documentation',
  '2620:4f:8000::/48': 'AS112',
  '3fff::/20': 'documentation',
};

/** IPv6 networks whose addresses carry an IPv4 address, which then counts in their place; and the byte it starts at. */
export const IPV4_CARRIERS: Readonly<Record<string, number>> = {
  '::ffff:0:0/96': 12,
  '::/96': 12,
  '64:ff9b::/96': 12,
  '2002::/16': 2,
};
