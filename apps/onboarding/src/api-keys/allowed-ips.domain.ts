import { DomainError, type ErrorDetail } from '@centavo/contracts';
import ipaddr from 'ipaddr.js';

/** @throws DomainError that names every entry which is neither an IPv4 or IPv6 address nor a CIDR */
export function assertAllowedIps(entries: readonly string[]): void {
  const details = entries.flatMap((entry, index): ErrorDetail[] =>
    isAddressOrNetwork(entry)
      ? []
      : [
          {
            field: `allowed_ips.${index}`,
            code: 'invalid_format',
            message: `allowed_ips.${index} must be an IPv4 or IPv6 address or a CIDR`,
          },
        ],
  );
  if (details.length > 0) throw new DomainError('validation_error', { details });
}

/** Four-part IPv4 and IPv6 without a zone only: `10` and `fe80::1%eth0` are addresses to ipaddr.js, and surprises to everybody else. */
function isAddressOrNetwork(text: string): boolean {
  const address = text.split('/')[0]!;
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
  if (text.includes('%')) return false;
  return text.includes('/') ? ipaddr.isValidCIDR(text) : true;
}
