import { StringArrayField, StringField } from '../fields.js';

/** Body of `POST /v1/postbacks/endpoints`. */
export class CreatePostbackEndpointDto {
  @StringField({ max: 2048, format: 'uri', example: 'https://example.com/postbacks' }) url!: string;
  @StringArrayField({
    min: 1,
    max: 100,
    itemMax: 60,
    example: ['charge.*'],
    description: 'Event kinds, `charge.*` or `*`.',
  })
  events!: string[];
}
