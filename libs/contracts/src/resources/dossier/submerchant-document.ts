import { ApiProperty } from '@nestjs/swagger';
import { DOCUMENT_TYPES, FILE_TYPES, type DocumentType } from '../../document-types.js';
import { DOCUMENT_STATUSES, type DocumentStatus } from '../../states/submerchant-document.states.js';

export class SubmerchantDocument {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) submerchant_id!: string;
  @ApiProperty({ format: 'uuid', nullable: true, type: String, description: 'Of partner documents only.' })
  legal_representative_id!: string | null;
  @ApiProperty({ enum: DOCUMENT_TYPES }) type!: DocumentType;
  @ApiProperty({ nullable: true, type: String }) notes!: string | null;
  @ApiProperty({ nullable: true, type: String }) number!: string | null;
  @ApiProperty({ format: 'uri' }) file_url!: string;
  @ApiProperty() file_name!: string;
  @ApiProperty({ type: 'integer', description: 'Bytes.' }) file_size!: number;
  @ApiProperty({ enum: Object.keys(FILE_TYPES) }) mime_type!: string;
  @ApiProperty({ enum: DOCUMENT_STATUSES }) status!: DocumentStatus;
  @ApiProperty({ format: 'date-time', nullable: true, type: String, description: 'When it was last decided on.' })
  verified_at!: string | null;
  @ApiProperty({ nullable: true, type: String }) verification_notes!: string | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) expires_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export interface SubmerchantDocumentRecord {
  id: string;
  submerchant_id: string;
  merchant_id: string;
  legal_representative_id: string | null;
  type: DocumentType;
  notes: string | null;
  number: string | null;
  file_url: string;
  file_name: string;
  file_size: bigint;
  mime_type: string;
  status: DocumentStatus;
  verified_at: Date | null;
  verification_notes: string | null;
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const presentSubmerchantDocument = (record: SubmerchantDocumentRecord): SubmerchantDocument => ({
  id: record.id,
  submerchant_id: record.submerchant_id,
  legal_representative_id: record.legal_representative_id,
  type: record.type,
  notes: record.notes,
  number: record.number,
  file_url: record.file_url,
  file_name: record.file_name,
  file_size: Number(record.file_size),
  mime_type: record.mime_type,
  status: record.status,
  verified_at: record.verified_at?.toISOString() ?? null,
  verification_notes: record.verification_notes,
  expires_at: record.expires_at?.toISOString() ?? null,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});
