import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class ApiKey {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() name!: string;
  @ApiProperty() public_key!: string;
  @ApiPropertyOptional({ description: 'Only in the answer that made the key.' }) secret_key?: string;
  @ApiProperty() is_active!: boolean;
  @ApiProperty({ type: [String] }) allowed_ips!: string[];
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was last let in, known to about a minute. Null: never.',
  })
  last_used_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export interface ApiKeyRecord {
  id: string;
  merchant_id: string;
  name: string;
  public_key: string;
  is_active: boolean;
  allowed_ips: string[];
  last_used_at: Date | null;
  created_at: Date;
}

export const presentApiKey = (record: ApiKeyRecord): ApiKey => ({
  id: record.id,
  name: record.name,
  public_key: record.public_key,
  is_active: record.is_active,
  allowed_ips: record.allowed_ips,
  last_used_at: record.last_used_at?.toISOString() ?? null,
  created_at: record.created_at.toISOString(),
});
