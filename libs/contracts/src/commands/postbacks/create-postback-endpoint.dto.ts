import { PostbackEventsField, PostbackUrlField } from './postback-endpoint.fields.js';

/** Body of `POST /v1/postbacks/endpoints`. */
export class CreatePostbackEndpointDto {
  @PostbackUrlField() url!: string;
  @PostbackEventsField() events!: string[];
}
