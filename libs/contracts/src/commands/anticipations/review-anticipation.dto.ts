import { EnumField, StringField } from '../../fields.js';
import { ANTICIPATION_DECISIONS, type AnticipationDecision } from '../../states/anticipation.states.js';

/** Body of `POST /admin/v1/anticipations/{id}/review`. */
export class ReviewAnticipationDto {
  @EnumField(ANTICIPATION_DECISIONS) status!: AnticipationDecision;
  @StringField({ optional: true, max: 2_000, description: 'Shown to the merchant as `review_notes`.' })
  notes?: string | null;
}
