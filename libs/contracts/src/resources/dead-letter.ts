import { ApiProperty } from '@nestjs/swagger';
import { SERVICE_NAMES, type ServiceName } from '../topology.js';

/**
 * A message that a service could not handle, as operators see it. What the message says stays in the service's own schema: it may hold
 * personal data, and neither listing nor requeueing needs it.
 */
export class DeadLetter {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: SERVICE_NAMES, description: 'Who could not handle it.' }) service!: ServiceName;
  @ApiProperty() message_id!: string;
  @ApiProperty({ example: 'payments.events', description: 'Where it came from.' }) topic!: string;
  @ApiProperty({ example: 'charge.captured', description: 'The command or event.' }) type!: string;
  @ApiProperty({ description: 'Usually the id of what the message is about.' }) key!: string;
  @ApiProperty({ description: 'The error of the last attempt.' }) reason!: string;
  @ApiProperty({ type: 'integer' }) attempts!: number;
  @ApiProperty({ format: 'date-time', description: 'When it failed first.' }) created_at!: string;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) requeued_at!: string | null;
}

export interface DeadLetterRecord {
  id: string;
  service: ServiceName;
  message_id: string;
  topic: string;
  type: string;
  key: string;
  reason: string;
  attempts: number;
  created_at: Date;
  requeued_at: Date | null;
}

export const presentDeadLetter = (record: DeadLetterRecord): DeadLetter => ({
  id: record.id,
  service: record.service,
  message_id: record.message_id,
  topic: record.topic,
  type: record.type,
  key: record.key,
  reason: record.reason,
  attempts: record.attempts,
  created_at: record.created_at.toISOString(),
  requeued_at: record.requeued_at?.toISOString() ?? null,
});
