import { applyDecorators } from '@nestjs/common';
import { FieldRule, NumberField } from '../../fields.js';

/** What a representative is when the request does not say. */
export const REPRESENTATIVE_DEFAULTS = { entity_type: 'pf', role: 'legal_representative', is_admin: false } as const;

/** Percentages have hundredths and no finer part. */
const HUNDREDTHS = 100;

/** The share of a company that is a representative's. */
export const ParticipationField = (): PropertyDecorator =>
  applyDecorators(
    NumberField({
      optional: true,
      min: 0,
      max: 100,
      example: 50,
      description: 'At most two decimals. Those of all representatives add up to at most 100.',
    }),
    FieldRule(
      'hasHundredths',
      (value) => typeof value !== 'number' || Math.round(value * HUNDREDTHS) / HUNDREDTHS === value,
      'must have at most two decimals',
    ),
  );
