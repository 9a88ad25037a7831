import { EnumField, StringField } from '../../fields.js';
import { DOCUMENT_DECISIONS, type DocumentDecision } from '../../states/submerchant-document.states.js';

/** Body of `POST /admin/v1/submerchant-documents/{id}/review`. */
export class ReviewSubmerchantDocumentDto {
  @EnumField(DOCUMENT_DECISIONS) status!: DocumentDecision;
  @StringField({ optional: true, max: 1000, description: 'What the merchant reads as `verification_notes`.' })
  notes?: string | null;
}
