import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export const POSTBACK_ENDPOINT_STATUSES = ['active', 'inactive', 'disabled'] as const;
export type PostbackEndpointStatus = (typeof POSTBACK_ENDPOINT_STATUSES)[number];

/** Why the platform gave an endpoint up: it answered 410, or for days nothing it was sent succeeded. */
export const POSTBACK_DISABLED_REASONS = ['gone', 'failing'] as const;
export type PostbackDisabledReason = (typeof POSTBACK_DISABLED_REASONS)[number];

export class PostbackEndpoint {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uri' }) url!: string;
  @ApiProperty() has_secret!: boolean;
  @ApiPropertyOptional({ description: 'Only in the answers to creation and rotation.' }) secret?: string;
  @ApiProperty({ type: [String], example: ['charge.pending'] }) events!: string[];
  @ApiProperty({ enum: POSTBACK_ENDPOINT_STATUSES }) status!: PostbackEndpointStatus;
  @ApiProperty({ enum: POSTBACK_DISABLED_REASONS, nullable: true, type: String })
  disabled_reason!: PostbackDisabledReason | null;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) disabled_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time' }) updated_at!: string;
}

export interface PostbackEndpointRecord {
  id: string;
  merchant_id: string;
  url: string;
  events: string[];
  status: PostbackEndpointStatus;
  disabled_reason: PostbackDisabledReason | null;
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const presentPostbackEndpoint = (record: PostbackEndpointRecord): PostbackEndpoint => ({
  id: record.id,
  url: record.url,
  has_secret: true,
  events: record.events,
  status: record.status,
  disabled_reason: record.disabled_reason,
  disabled_at: record.disabled_at?.toISOString() ?? null,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
});
