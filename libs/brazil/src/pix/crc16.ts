const POLYNOMIAL = 0x1021;
const INITIAL = 0xffff;

/** CRC-16/CCITT-FALSE of a text of ASCII characters, as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let crc = INITIAL;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? POLYNOMIAL : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
