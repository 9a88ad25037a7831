import type { ErrorDetail } from '@centavo/contracts';

/** Whether PostgreSQL can store a text: not with NUL or half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A text with U+FFFD for what PostgreSQL cannot store. */
export const toStorable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Tells that a field has a text, or a name, that PostgreSQL cannot store. */
export function unstorable(field: string): ErrorDetail {
  // The name itself may hold the bad character.
  const shown = toStorable(field);
  return { field: shown, code: 'invalid_format', message: `${shown} must not contain NUL or unpaired surrogates` };
}
