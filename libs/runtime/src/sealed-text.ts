import { SecretBox, SecretBoxError } from './secret-box.js';

const PREFIX = 'sealed:';

/**
 * A secret as text that may be stored in a kept answer or cross the bus. See {@link SecretBox.seal}.
 * @param owner the id of the resource whose secret it is
 */
export const sealText = (box: SecretBox, secret: string, owner: string): string => toText(box.seal(secret, owner));

/**
 * The secret that {@link sealText} sealed.
 * @throws SecretBoxError when the text is not a box of these keys and this owner
 */
export function openText(box: SecretBox, text: string, owner: string): string {
  if (!isSealedText(text)) throw new SecretBoxError('Not a sealed text.');
  return box.open(toBytes(text), owner);
}

/**
 * A JSON value with every sealed text in it under the first key of `box`. Whose secret one is, the `id` beside it says, as in every answer.
 * @returns the value itself when nothing is to be done
 * @throws SecretBoxError when a text is not a box of these keys and its owner
 */
export function resealTexts<Value>(box: SecretBox, value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value) as [string, unknown][];
  const owner = String((value as { readonly id?: unknown }).id);
  const resealed = fields.map(([name, field]) => [
    name,
    isSealedText(field) ? resealOne(box, field, owner) : resealTexts(box, field),
  ]);
  if (resealed.every(([, field], index) => field === fields[index]![1])) return value;
  return (Array.isArray(value) ? resealed.map(([, item]) => item) : Object.fromEntries(resealed)) as Value;
}

function resealOne(box: SecretBox, text: string, owner: string): string {
  const resealed = box.reseal(toBytes(text), owner);
  return resealed ? toText(resealed) : text;
}

const isSealedText = (value: unknown): value is string => typeof value === 'string' && value.startsWith(PREFIX);
const toText = (box: Buffer): string => PREFIX + box.toString('base64url');
const toBytes = (text: string): Buffer => Buffer.from(text.slice(PREFIX.length), 'base64url');
