/**
 * What the platform serves (the picture of a Pix code, the slip of a boleto), at the origin that the page was opened at. The platform
 * names it by its public address, and the page may be open by another host name, whose pictures alone its policy allows.
 * @returns null when there is none
 */
export function ownUrl(url: string | null, origin: string): string | null {
  if (url === null || !URL.canParse(url, origin)) return null;
  const { pathname, search } = new URL(url, origin);
  return origin + pathname + search;
}
