import { ApiProperty } from '@nestjs/swagger';
import { EVENT_RESOURCES, type EventResource } from '../events/event-catalogue.js';

/** A kind of event, as the catalogue shows it. */
export class PostbackEvent {
  @ApiProperty({ example: 'charge.captured' }) event!: string;
  @ApiProperty({ enum: Object.keys(EVENT_RESOURCES), description: 'What `data` is.' }) resource!: EventResource;
  @ApiProperty({ description: 'When it happens.' }) description!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema (2020-12) of the whole payload. It leaves room for fields to come.',
  })
  schema!: object;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'A whole payload.' }) example!: object;
}
