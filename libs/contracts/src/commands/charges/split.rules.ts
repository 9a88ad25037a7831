import { applyDecorators } from '@nestjs/common';
import { FieldRule, MAX_AMOUNT, NumberField } from '../../fields.js';

const MAX_PERCENT = 100;
/** Percentages have hundredths and no finer part. */
const HUNDREDTHS = 100;

/** The `amount` of a split: percent or centavos, as its `type` says. */
export const SplitAmountField = (): PropertyDecorator =>
  applyDecorators(
    NumberField({
      min: 1 / HUNDREDTHS,
      max: MAX_AMOUNT,
      description: 'Percent with at most two decimals, or centavos.',
      example: 10,
    }),
    FieldRule('isWithinPercent', isWithinPercent, `must be at most ${MAX_PERCENT} when it is a percentage`),
    FieldRule('isOfUnit', isOfUnit, 'must be percent with at most two decimals, or whole centavos'),
  );

type Owner = Readonly<Record<string, unknown>>;

const isWithinPercent = (value: unknown, { type }: Owner): boolean =>
  typeof value !== 'number' || type !== 'percentage' || value <= MAX_PERCENT;

function isOfUnit(value: unknown, { type }: Owner): boolean {
  if (typeof value !== 'number') return true;
  return type === 'flat' ? Number.isInteger(value) : Math.round(value * HUNDREDTHS) / HUNDREDTHS === value;
}

/** On a list of splits: what rounding leaves over can go to one line only. */
export const OneRemainder = (): PropertyDecorator =>
  FieldRule(
    'hasOneRemainder',
    (value) => !Array.isArray(value) || value.filter(takesRemainder).length <= 1,
    'must have at most one line with charge_remainder',
  );

const takesRemainder = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && (line as { charge_remainder?: unknown }).charge_remainder === true;
