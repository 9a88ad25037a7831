import { EnumField, SERVICE_NAMES, StringField } from '@centavo/contracts';
import { PageQuery } from '../http/lists/page.query.js';

/** Query of `GET /admin/v1/dead-letters`. */
export class ListDeadLettersQuery extends PageQuery {
  @EnumField(SERVICE_NAMES, { optional: true, description: 'Who could not handle them.' }) service?: string;
  @StringField({ optional: true, description: 'The command or event.', example: 'charge.captured' }) type?: string;
}
