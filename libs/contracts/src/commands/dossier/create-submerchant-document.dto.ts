import { DATE_OR_DATE_TIME } from '../../date-texts.js';
import { DOCUMENT_TYPES, FILE_TYPES, MAX_FILE_BYTES, type DocumentType } from '../../document-types.js';
import { EnumField, IntegerField, StringField, UuidField } from '../../fields.js';
import { HttpUrl } from '../../url.rules.js';
import { ValidUntil } from '../../valid-until.js';

/** Body of `POST /v1/submerchants/{id}/documents`. */
export class CreateSubmerchantDocumentDto {
  @EnumField(DOCUMENT_TYPES, { example: 'social_contract' }) type!: DocumentType;
  @StringField({ max: 2048, format: 'uri', example: 'https://example.com/contrato.pdf' }) @HttpUrl() file_url!: string;
  @StringField({ example: 'contrato.pdf', description: 'With its extension: png, jpg, jpeg or pdf.' })
  file_name!: string;
  @IntegerField({
    min: 1,
    schema: { maximum: MAX_FILE_BYTES },
    example: 245_760,
    description: 'Bytes, at most 10 MiB.',
  })
  file_size!: number;
  @StringField({ schema: { enum: Object.keys(FILE_TYPES) }, example: 'application/pdf' })
  mime_type!: string;
  @StringField({ optional: true, description: 'Number of the document, as of an identity card.' })
  number?: string | null;
  @StringField({
    optional: true,
    max: 40,
    schema: DATE_OR_DATE_TIME,
    description: 'ISO 8601; a plain date is valid until its end in America/Sao_Paulo.',
    example: '2030-12-31T23:59:59-03:00',
  })
  @ValidUntil()
  expires_at?: string | null;
  @StringField({ optional: true, max: 1000 }) notes?: string | null;
  @UuidField({ optional: true, description: 'Required for types that begin with `partner_`, forbidden for others.' })
  legal_representative_id?: string | null;
}
