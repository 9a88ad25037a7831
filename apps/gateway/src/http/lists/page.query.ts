import { IntegerField } from '@centavo/contracts';
import type { PageRequest } from './pagination.js';

/** Query parameters of every paged list. */
export class PageQuery implements PageRequest {
  @IntegerField({ min: 1, max: 999_999_999_999_999, optional: true, default: 1 }) page: number = 1;
  @IntegerField({ min: 1, max: 100, optional: true, default: 20 }) perPage: number = 20;
}
