/**
 * Where the routes of a link are, whatever the platform is mounted under and however the payer's address writes the link's id (`%30197…`,
 * capital letters, a slash at the end). An idempotency key holds for one path: another spelling would be another payment.
 * @param pathname of the page
 */
export function linkPathOf(pathname: string, linkId: string): string {
  return pathname.replace(/\/+$/, '').replace(/[^/]*$/, linkId);
}
