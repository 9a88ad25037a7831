import { InstantField } from '../../date.fields.js';

/** Body of `POST /v1/postbacks/endpoints/{id}/recover`. */
export class RecoverPostbacksDto {
  @InstantField({ example: '2026-11-20T09:00:00-03:00', description: 'Events that occurred from then on.' })
  since!: string;
}
