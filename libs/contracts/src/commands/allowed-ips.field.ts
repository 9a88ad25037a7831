import { StringArrayField, type FieldOptions } from '../fields.js';

const MAX_ENTRIES = 50;
/** The longest IPv6 address there is, with a prefix of three digits. */
const MAX_ENTRY_LENGTH = 49;

/** Where a key's secret may be used from. Whether each entry is an address, the service says. */
export const AllowedIpsField = (options: Pick<FieldOptions, 'optional' | 'omittable'>): PropertyDecorator =>
  StringArrayField({
    max: MAX_ENTRIES,
    itemMax: MAX_ENTRY_LENGTH,
    itemSchema: { pattern: '^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$' },
    description: 'IPv4, IPv6 or CIDR; empty allows every address.',
    example: ['203.0.113.0/24'],
    ...options,
  });
