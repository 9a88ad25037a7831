import { EnumField } from '../../fields.js';
import { PostbackEventsField, PostbackUrlField } from './postback-endpoint.fields.js';

/** What a merchant may set; `disabled` is the platform's word. */
export const SETTABLE_ENDPOINT_STATUSES = ['active', 'inactive'] as const;
export type SettableEndpointStatus = (typeof SETTABLE_ENDPOINT_STATUSES)[number];

/** Body of `PATCH /v1/postbacks/endpoints/{id}`: what is left out stays as it is. */
export class UpdatePostbackEndpointDto {
  @PostbackUrlField({ omittable: true }) url?: string;
  @PostbackEventsField({ omittable: true }) events?: string[];
  @EnumField(SETTABLE_ENDPOINT_STATUSES, {
    omittable: true,
    description: '`active` also ends `disabled`. What waits for an endpoint that is made inactive is canceled.',
  })
  status?: SettableEndpointStatus;
}
