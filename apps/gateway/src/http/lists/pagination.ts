import { ApiProperty } from '@nestjs/swagger';
import { done, type SuccessAnswer } from '@centavo/contracts';

export class Pagination {
  @ApiProperty({ type: 'integer', minimum: 1 }) page!: number;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100 }) perPage!: number;
  @ApiProperty({ type: 'integer', minimum: 0 }) total!: number;
  @ApiProperty({ type: 'integer', minimum: 0 }) totalPages!: number;
}

/** What a controller returns for a paged list: a {@link SuccessAnswer} that also says where in the list it is. */
export interface PageAnswer<Item> extends SuccessAnswer<Item[]> {
  readonly pagination: Pagination;
}

/** Which part of a list was asked for. */
export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
}

/** One page of a list, as the queries find it. */
export interface Page<Item> {
  readonly items: Item[];
  readonly total: number;
}

export const offsetOf = ({ page, perPage }: PageRequest): number => (page - 1) * perPage;

/** 200 with one page. */
export function pageAnswer<Item>(
  message: string,
  { items, total }: Page<Item>,
  request: PageRequest,
): PageAnswer<Item> {
  const { page, perPage } = request;
  return { ...done(message, items), pagination: { page, perPage, total, totalPages: Math.ceil(total / perPage) } };
}
