import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, registerDecorator } from 'class-validator';

const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 40;
const MAX_VALUE_LENGTH = 500;

const SCHEMA = {
  type: 'object',
  maxProperties: MAX_KEYS,
  propertyNames: { maxLength: MAX_KEY_LENGTH },
  additionalProperties: {
    oneOf: [{ type: 'string', maxLength: MAX_VALUE_LENGTH }, { type: 'number' }, { type: 'boolean' }],
  },
};

/** In characters, of which one may be two units of a JavaScript string. */
const isWithin = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && Array.from(text).length <= max);

function isMetadata(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= MAX_KEYS &&
    entries.every(([key, item]) => {
      if (!isWithin(key, MAX_KEY_LENGTH)) return false;
      if (typeof item === 'string') return isWithin(item, MAX_VALUE_LENGTH);
      return typeof item === 'boolean' || (typeof item === 'number' && Number.isFinite(item));
    })
  );
}

/** The merchant's own data on a resource: at most 50 keys of 40 characters; strings of 500, numbers or booleans. */
export function MetadataField(): PropertyDecorator {
  return (target, key) => {
    ApiPropertyOptional({ ...SCHEMA, nullable: true } as ApiPropertyOptions)(target, key);
    IsOptional()(target, key);
    registerDecorator({
      name: 'isMetadata',
      target: target.constructor,
      propertyName: key as string,
      validator: {
        validate: isMetadata,
        defaultMessage: () =>
          `${String(key)} must be an object of at most ${MAX_KEYS} keys (${MAX_KEY_LENGTH} characters) with strings (${MAX_VALUE_LENGTH}), numbers or booleans`,
      },
    });
  };
}
