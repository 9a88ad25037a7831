import { EnumField, UuidArrayField } from '../../fields.js';
import { MetadataField } from '../../metadata.field.js';
import { ANTICIPATION_TYPES, type AnticipationMetadata, type AnticipationType } from '../../resources/anticipation.js';

const MAX_NAMED = 1_000;

/** Body of `POST /v1/anticipations`, and of its simulation. */
export class CreateAnticipationDto {
  @EnumField(ANTICIPATION_TYPES, {
    description:
      '`spot` anticipates the receivables that it names; `automatic` also all that can be, when it names none.',
    example: 'spot',
  })
  anticipation_type!: AnticipationType;

  @UuidArrayField({
    optional: true,
    max: MAX_NAMED,
    description: "The merchant's receivables or its submerchants', each once; `spot` needs at least one.",
  })
  receivable_ids?: string[] | null;

  @MetadataField() metadata?: AnticipationMetadata | null;
}
