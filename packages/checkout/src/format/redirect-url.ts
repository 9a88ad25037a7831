const PARAMETER = 'charge_id';

/**
 * Where the payer goes afterwards: the merchant's page, told which charge it was. What the address says already stays as it is written:
 * merchants sign their addresses.
 * @returns null when there is none, or none that a browser should be sent to
 */
export function redirectUrlWith(chargeId: string, redirectUrl: string | null): string | null {
  if (redirectUrl === null || !URL.canParse(redirectUrl)) return null;
  const url = new URL(redirectUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const query = url.search.slice(1);
  const kept = query === '' ? [] : query.split('&').filter((pair) => !new URLSearchParams(pair).has(PARAMETER));
  url.search = [...kept, `${PARAMETER}=${encodeURIComponent(chargeId)}`].join('&');
  return url.href;
}
