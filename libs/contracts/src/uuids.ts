import { buildMessage, ValidateBy, type ValidationOptions } from 'class-validator';

/** Any version: what is no id of ours is not found, like an id of ours that never was. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a value can be an id: `format: uuid` of JSON Schema, no more and no less. */
export const isUuid = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);

/** On a field that holds an id, or with `each` a list of them. */
export const IsUuid = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isUuid',
      validator: {
        validate: isUuid,
        defaultMessage: buildMessage((each) => `${each}$property must be a UUID`, options),
      },
    },
    options,
  );
