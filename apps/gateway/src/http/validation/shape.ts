import { conditionOf, nestedTypeOf, variantsOf, variantTypeOf } from '@centavo/contracts';
import { getMetadataStorage, ValidationTypes } from 'class-validator';

export type DtoClass = new () => object;

export type Fields = Readonly<Record<string, unknown>>;

/** One rule of class-validator as a plain test of a value and the object that has it. */
export type Rule = (value: unknown, owner: Fields) => boolean;

/** What class-validator knows about one field of a DTO, ready to be run many times. */
export interface FieldShape {
  readonly name: string;
  /** Whether the field belongs to an object like `owner`; undefined: to all of them. */
  readonly belongsTo: ((owner: Fields) => boolean) | undefined;
  readonly mayBeAbsent: boolean;
  readonly mayBeNull: boolean;
  readonly isInteger: boolean;
  readonly isArray: boolean;
  readonly maxItems: number;
  readonly rules: readonly Rule[];
  readonly itemRules: readonly Rule[];
  /** On a nested field: the shape of what is in it. Undefined when another field of `owner` decides that, and names none. */
  readonly nestedIn: ((owner: Fields) => Shape | undefined) | undefined;
}

export type Shape = readonly FieldShape[];

type RuleMetadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const shapes = new Map<DtoClass, Shape>();

/** The fields of a DTO and their rules, read once from its class-validator decorators. */
export function shapeOf(dto: DtoClass): Shape {
  const known = shapes.get(dto);
  if (known) return known;
  const storage = getMetadataStorage();
  const all = storage.getTargetValidationMetadatas(dto, '', false, false);
  const shape = Object.entries(storage.groupByPropertyName(all)).map(([name, rules]) => fieldShape(dto, name, rules));
  shapes.set(dto, shape);
  return shape;
}

function fieldShape(dto: DtoClass, name: string, metadata: readonly RuleMetadata[]): FieldShape {
  const named = (rule: string): RuleMetadata | undefined => metadata.find((each) => each.name === rule);
  const rules = metadata.filter(({ constraintCls }) => constraintCls !== undefined);
  const conditions = metadata.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
  const belongsTo = conditionOf(dto, name);
  return {
    name,
    belongsTo,
    // Fields that may be left out are under a condition: IsOptional is one, and holds for null too.
    mayBeAbsent: conditions.length > (belongsTo ? 1 : 0),
    mayBeNull: named('isOptional') !== undefined,
    isInteger: named('isInt') !== undefined,
    isArray: named('isArray') !== undefined,
    maxItems: (named('arrayMaxSize')?.constraints[0] as number | undefined) ?? Infinity,
    rules: rules.filter(({ each }) => !each).map((rule) => toRule(dto, rule)),
    itemRules: rules.filter(({ each }) => each).map((rule) => toRule(dto, rule)),
    nestedIn: nestedShapes(dto, name),
  };
}

/** Undefined for a plain field. */
function nestedShapes(dto: DtoClass, name: string): FieldShape['nestedIn'] | undefined {
  const variants = variantsOf(dto, name);
  if (variants) {
    return (owner) => {
      const type = variantTypeOf(variants, owner);
      return type && shapeOf(type);
    };
  }
  const type = nestedTypeOf(dto, name);
  const shape = type && shapeOf(type);
  return shape && (() => shape);
}

/** The very function that class-validator would call, so that there is nothing to disagree about. */
function toRule(dto: DtoClass, { constraintCls, constraints, propertyName }: RuleMetadata): Rule {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(constraintCls);
  const { instance } = constraint!;
  const context = { constraints, targetName: dto.name, property: propertyName };
  return (value, owner) => instance.validate(value, { ...context, object: owner, value }) === true;
}
