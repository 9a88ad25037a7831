import { createHash } from 'node:crypto';

/** What two JSON values have in common that are equal. */
export const digestOf = (value: unknown): string => createHash('sha256').update(sortedJson(value)).digest('base64url');

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** What an operation's answer is kept under. Operators' keys belong to nobody's merchant. */
export const keyHashOf = (ownerId: string, scope: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, scope, key]))
    .digest('base64url');
