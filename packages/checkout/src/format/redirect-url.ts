/**
 * Where the payer goes afterwards: the merchant's page, told which charge it was.
 * @returns null when there is none, or none that a browser should be sent to
 */
export function redirectUrlWith(chargeId: string, redirectUrl: string | null): string | null {
  if (redirectUrl === null || !URL.canParse(redirectUrl)) return null;
  const url = new URL(redirectUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  url.searchParams.set('charge_id', chargeId);
  return url.href;
}
