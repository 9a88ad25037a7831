const LENGTH_DIGITS = 2;
const HEADER = /^(\d{2})(\d{2})$/;
const HEADER_LENGTH = 4;
const HIGHEST_LENGTH = 10 ** LENGTH_DIGITS - 1;

/**
 * One field of an EMV code: two digits of id, two of length, the value.
 * @throws RangeError when the value is longer than two digits can say
 */
export function tlv(id: string, value: string): string {
  if (value.length > HIGHEST_LENGTH) throw new RangeError(`Field ${id} is longer than ${HIGHEST_LENGTH} characters`);
  return id + String(value.length).padStart(LENGTH_DIGITS, '0') + value;
}

/**
 * The fields of an EMV code by id.
 * @throws RangeError when the text is cut short or an id is there twice
 */
export function readTlv(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let position = 0;
  while (position < text.length) {
    const header = HEADER.exec(text.slice(position, position + HEADER_LENGTH));
    if (!header) throw new RangeError(`There is no field at position ${position}`);
    const [, id, length] = header as unknown as [string, string, string];
    const start = position + HEADER_LENGTH;
    position = start + Number(length);
    if (position > text.length) throw new RangeError(`Field ${id} is cut short`);
    if (fields.has(id)) throw new RangeError(`Field ${id} is there twice`);
    fields.set(id, text.slice(start, position));
  }
  return fields;
}
