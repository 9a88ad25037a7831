import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 5 * 60;

/**
 * Returns when a postback is from Centavo, unchanged and recent.
 * @param headers of the request, their names in lower case as Node has them
 * @param rawBody the bytes as they came, not what a parser made of them
 * @param secrets of the endpoint, `whsec_…`; while one replaces another, both
 * @throws Error otherwise: answer 400 and do nothing
 */
export function verifyPostback(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  rawBody: Buffer,
  secrets: readonly string[],
  nowSeconds = Math.floor(Date.now() / 1000),
): void {
  const header = (name: string) => String(headers[name] ?? '');
  const [id, timestamp] = [header('webhook-id'), header('webhook-timestamp')];
  if (!id || !timestamp) throw new Error('A header is missing.');
  const ageSeconds = Math.abs(nowSeconds - Number(timestamp));
  // The other way round, NaN would pass.
  if (!(ageSeconds <= TOLERANCE_SECONDS)) throw new Error('The timestamp is not of now.');

  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), rawBody]);
  const received = header('webhook-signature')
    .split(' ')
    .map((signature) => Buffer.from(signature));
  for (const secret of secrets) {
    const expected = Buffer.from(`v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`);
    if (received.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) return;
  }
  throw new Error('No signature fits.');
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  // Under an empty key anybody can sign.
  if (key.length === 0) throw new Error('A secret is empty.');
  return key;
}
