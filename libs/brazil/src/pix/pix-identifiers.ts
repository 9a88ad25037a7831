const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const ISPB = /^\d{8}$/;
const ALPHANUMERICS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SEQUENCE_LENGTH = 11;

/**
 * The txid of a charge: its UUID without hyphens, 32 of the 26..35 letters and digits that a dynamic Pix charge may have. The same
 * charge always gets the same one, so that making its code twice is making one charge.
 * @param uuid in lower case
 * @throws RangeError when it is no UUID
 */
export function pixTxid(uuid: string): string {
  if (!UUID.test(uuid)) throw new RangeError(`${JSON.stringify(uuid)} is no UUID`);
  return uuid.replaceAll('-', '');
}

/**
 * The end-to-end id that a Pix payment has at all banks: `E`, the ISPB of the payer's bank, the minute in UTC, and eleven letters
 * and digits of its own. (Source: Banco Central, Manual de Padrões para Iniciação do Pix.)
 * @param ispb eight digits
 * @param randomInt a whole number from 0 up to, but not including, its argument: `randomInt` of `node:crypto`
 * @throws RangeError when the ISPB has not eight digits
 */
export function endToEndId(ispb: string, instant: Date, randomInt: (below: number) => number): string {
  if (!ISPB.test(ispb)) throw new RangeError(`${JSON.stringify(ispb)} is no ISPB`);
  const minute = instant.toISOString().slice(0, 16).replace(/\D/g, '');
  const sequence = Array.from({ length: SEQUENCE_LENGTH }, () => ALPHANUMERICS[randomInt(ALPHANUMERICS.length)]);
  return `E${ispb}${minute}${sequence.join('')}`;
}
