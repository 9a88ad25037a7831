import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, getSchemaPath, type ApiPropertyOptions } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { IsUuid } from './uuids.js';

/**
 * One decorator per kind of request field: it carries the rule (class-validator) and the documentation (OpenAPI) together,
 * so that they cannot differ. Fields are required unless `optional`; an optional field may also be null.
 */
export interface FieldOptions {
  readonly description?: string;
  readonly optional?: boolean;
  /** May be left out but not be null: what a PATCH leaves as it is and cannot empty. */
  readonly omittable?: boolean;
  /** Belongs only to objects whose `field` has this value. In all others it is ignored, whatever it is. */
  readonly when?: FieldCondition;
  readonly example?: unknown;
  readonly default?: unknown;
}

/** What another field of the same object has to be. */
export interface FieldCondition {
  readonly field: string;
  readonly is: string;
}

type Rule = PropertyDecorator;

function field(options: FieldOptions, api: ApiPropertyOptions, rules: readonly Rule[]): PropertyDecorator {
  const { example, default: byDefault, optional = false, omittable = false, when } = options;
  const required = !optional && !omittable && !when;
  const description = describe(options);
  const documented = { ...api, description, example, default: byDefault, required } as ApiPropertyOptions;
  return (target, key) => {
    if (when) {
      ValidateIf((owner) => isMet(when, owner as Owner))(target, key);
      Reflect.defineMetadata(CONDITION, when, target, key);
    }
    ApiProperty(optional ? { ...documented, nullable: true } : documented)(target, key);
    if (omittable) ValidateIf((_, value) => value !== undefined)(target, key);
    (optional ? IsOptional() : IsDefined({ message: '$property is required' }))(target, key);
    for (const rule of rules) rule(target, key);
  };
}

const CONDITION = Symbol('condition');

type Owner = Readonly<Record<string, unknown>>;

const isMet = ({ field: name, is }: FieldCondition, owner: Owner): boolean => owner[name] === is;

function describe({ description, when, optional = false }: FieldOptions): string | undefined {
  if (!when) return description;
  const need = `${optional ? 'For' : 'Required for'} \`${when.field}\` ${when.is}.`;
  return description ? `${need} ${description}` : need;
}

/** On a field with a condition: whether it belongs to `owner`. Undefined on all others. */
export function conditionOf(owner: new () => object, field: string): ((owner: Owner) => boolean) | undefined {
  const when = Reflect.getMetadata(CONDITION, owner.prototype as object, field) as FieldCondition | undefined;
  return when && ((value) => isMet(when, value));
}

export interface StringFieldOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  /** Without flags, which a schema cannot say. */
  readonly pattern?: RegExp;
  readonly format?: string;
  /** What the schema can say of rules with codes of their own, which are not of the field's kind. */
  readonly schema?: { readonly pattern: string } | { readonly enum: string[] };
}

export function StringField(options: StringFieldOptions = {}): PropertyDecorator {
  const { min = 1, max = 255, pattern, format, schema } = options;
  const api = { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source, format, ...schema };
  return field(options, api as ApiPropertyOptions, [
    IsString(),
    Length(min, max),
    ...(pattern ? [Matches(pattern)] : []),
  ]);
}

export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  const [min, max] = [3, 254];
  return field(options, { type: 'string', format: 'email', minLength: min, maxLength: max }, [
    IsString(),
    IsEmail(),
    Length(min, max),
  ]);
}

export function UuidField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'string', format: 'uuid' }, [IsUuid()]);
}

export function IntegerField(
  options: FieldOptions & { min?: number; max?: number; schema?: { readonly maximum: number } } = {},
): PropertyDecorator {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, schema } = options;
  return field(options, { type: 'integer', minimum: min, maximum: max, ...schema }, [IsInt(), Min(min), Max(max)]);
}

/** The largest amount the API takes: 10^12 centavos. */
export const MAX_AMOUNT = 1_000_000_000_000;

/** An amount in centavos. */
export function AmountField(options: FieldOptions & { min?: number } = {}): PropertyDecorator {
  return IntegerField({ description: 'Centavos.', min: 1, max: MAX_AMOUNT, ...options });
}

/** A number that may have a fraction. */
export function NumberField(options: FieldOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max } = options;
  return field(options, { type: 'number', minimum: min, maximum: max }, [IsNumber(), Min(min), Max(max)]);
}

export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'boolean' }, [IsBoolean()]);
}

export function EnumField(values: readonly string[], options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: 'string', enum: [...values] }, [IsIn([...values])]);
}

/** A list of some of the values, each at most once. */
export function EnumArrayField(
  values: readonly string[],
  options: FieldOptions & { min?: number } = {},
): PropertyDecorator {
  const [min, max] = [options.min ?? 0, values.length];
  return field(
    options,
    { type: 'array', items: { type: 'string', enum: [...values] }, uniqueItems: true, minItems: min, maxItems: max },
    [IsArray(), ArrayMinSize(min), ArrayMaxSize(max), ArrayUnique(), IsIn([...values], { each: true })],
  );
}

export function StringArrayField(
  options: FieldOptions & {
    min?: number;
    max: number;
    itemMax?: number;
    /** What the schema can say of a rule for each item that the service knows. */
    itemSchema?: { pattern?: string; enum?: string[] };
  },
): PropertyDecorator {
  const { min = 0, max, itemMax = 255, itemSchema } = options;
  const items = { type: 'string', minLength: 1, maxLength: itemMax, ...itemSchema };
  return field(options, { type: 'array', items, minItems: min, maxItems: max }, [
    IsArray(),
    ArrayMinSize(min),
    ArrayMaxSize(max),
    IsString({ each: true }),
    Length(1, itemMax, { each: true }),
  ]);
}

/** A list of ids, each at most once, however it is written. */
export function UuidArrayField(options: FieldOptions & { max: number }): PropertyDecorator {
  const { max } = options;
  return field(
    options,
    { type: 'array', items: { type: 'string', format: 'uuid' }, uniqueItems: true, maxItems: max },
    [
      IsArray(),
      ArrayMaxSize(max),
      ArrayUnique((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id)),
      IsUuid({ each: true }),
    ],
  );
}

/**
 * A rule of a field beyond what its kind asks for.
 * @param name decides the code of the broken rule
 * @param holds sees the value, of whatever type (a wrong one is another rule's business), and the object that has the field
 * @param message goes on after the name of the field
 */
export function FieldRule(
  name: string,
  holds: (value: unknown, owner: Readonly<Record<string, unknown>>) => boolean,
  message: string,
): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value, args) => holds(value, args!.object as Record<string, unknown>),
      defaultMessage: () => `$property ${message}`,
    },
  });
}

/** A field that was settled when the resource was made. It must not be there, and the docs do not show it. */
export const ImmutableField = (): PropertyDecorator =>
  applyDecorators(
    ValidateIf((_, value) => value !== undefined),
    FieldRule('isImmutable', () => false, 'cannot be changed'),
  );

export function NestedField(type: () => new () => object, options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: () => type() }, [
    IsObject(),
    ValidateNested(),
    Type(type),
    Reflect.metadata(NESTED_TYPE, type),
  ]);
}

export function NestedArrayField(
  type: () => new () => object,
  options: FieldOptions & { min?: number; max: number },
): PropertyDecorator {
  const { min = 0, max } = options;
  return field(options, { type: () => type(), isArray: true, minItems: min, maxItems: max }, [
    IsArray(),
    ArrayMinSize(min),
    ArrayMaxSize(max),
    IsObject({ each: true }),
    ValidateNested({ each: true }),
    Type(type),
    Reflect.metadata(NESTED_TYPE, type),
  ]);
}

const NESTED_TYPE = Symbol('nested type');
const VARIANTS = Symbol('variants');

/** The classes that a field may have, by the value of another field of the same object. */
export interface Variants {
  readonly discriminator: string;
  readonly types: Readonly<Record<string, () => new () => object>>;
}

/** A nested field whose class depends on `discriminator`, another field of the same object. */
export function VariantField(
  discriminator: string,
  types: Variants['types'],
  options: FieldOptions = {},
): PropertyDecorator {
  const variants: Variants = { discriminator, types };
  const models = Object.values(types).map((type) => type());
  return (target, key) => {
    ApiExtraModels(...models)(target.constructor);
    // Not oneOf: an empty object can be right for several.
    field(options, { anyOf: models.map((model) => ({ $ref: getSchemaPath(model) })) }, [
      IsObject(),
      ValidateNested(),
      Type((given) => variantTypeOf(variants, given!.object as Record<string, unknown>) ?? Object),
      Reflect.metadata(VARIANTS, variants),
    ])(target, key);
  };
}

/** The {@link Variants} of a field, undefined when it has none. */
export const variantsOf = (owner: new () => object, field: string): Variants | undefined =>
  Reflect.getMetadata(VARIANTS, owner.prototype as object, field) as Variants | undefined;

/** The class that a variant field of `owner` has to have, undefined when the discriminator names none. */
export function variantTypeOf(
  { discriminator, types }: Variants,
  owner: Readonly<Record<string, unknown>>,
): (new () => object) | undefined {
  const name = owner[discriminator];
  return typeof name === 'string' && Object.hasOwn(types, name) ? types[name]!() : undefined;
}

/** The class of a nested field, undefined for a plain one. class-validator keeps the rules but not this. */
export function nestedTypeOf(owner: new () => object, field: string): (new () => object) | undefined {
  const type = Reflect.getMetadata(NESTED_TYPE, owner.prototype as object, field) as
    (() => new () => object) | undefined;
  return type?.();
}
