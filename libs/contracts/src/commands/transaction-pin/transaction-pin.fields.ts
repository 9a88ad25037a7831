import { StringField, type FieldOptions } from '../../fields.js';

/** A transaction PIN. */
export const PinField = (options: Pick<FieldOptions, 'optional' | 'description'> = {}): PropertyDecorator =>
  StringField({ min: 4, max: 4, pattern: /^\d{4}$/, example: '4071', ...options });
