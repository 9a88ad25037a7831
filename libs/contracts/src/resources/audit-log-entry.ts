import { ApiProperty } from '@nestjs/swagger';

export class AuditLogEffect {
  @ApiProperty({ example: 'merchant.suspended' }) action!: string;
  @ApiProperty({ format: 'uuid' }) resource_id!: string;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What the call does not say itself.' })
  details!: object;
  @ApiProperty({ format: 'date-time' }) at!: string;
}

const SHAPELESS = { type: 'object', additionalProperties: true, nullable: true } as const;

/** A call of an operator, what it did, and what it was answered. */
export class AuditLogEntry {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'date-time' }) occurred_at!: string;
  @ApiProperty({
    example: 'operator:3f9a1c07',
    description: 'Who: the first 8 hex digits of the SHA-256 of the operator token.',
  })
  operator!: string;
  @ApiProperty({ example: 'PATCH' }) method!: string;
  @ApiProperty({ example: '/admin/v1/merchants/019a9f3e-5b7c-7d1e-8f00-1d2c3b4a5e6f' }) path!: string;
  @ApiProperty({ ...SHAPELESS }) query!: object | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The id in the path.' })
  resource_id!: string | null;
  @ApiProperty() request_id!: string;
  @ApiProperty({ ...SHAPELESS, description: 'As it was sent; secrets are blotted out.' }) body!: object | null;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      'The HTTP status it was answered. Null while it runs; for good when the gateway died before it answered.',
  })
  status!: number | null;
  @ApiProperty({ type: String, nullable: true, example: 'merchant_not_found' }) error!: string | null;
  @ApiProperty({ type: [AuditLogEffect] }) effects!: AuditLogEffect[];
}

export interface AuditLogRecord {
  id: string;
  occurred_at: Date;
  operator: string;
  method: string;
  path: string;
  query: object | null;
  resource_id: string | null;
  request_id: string;
  body: object | null;
  status: number | null;
  error: string | null;
  effects: AuditLogEffect[];
}

export const presentAuditLogEntry = (record: AuditLogRecord): AuditLogEntry => ({
  id: record.id,
  occurred_at: record.occurred_at.toISOString(),
  operator: record.operator,
  method: record.method,
  path: record.path,
  query: record.query,
  resource_id: record.resource_id,
  request_id: record.request_id,
  body: record.body,
  status: record.status,
  error: record.error,
  effects: record.effects.map((effect) => ({ ...effect, at: new Date(effect.at).toISOString() })),
});
