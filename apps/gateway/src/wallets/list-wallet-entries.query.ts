import {
  ENTRY_DIRECTIONS,
  EnumField,
  WALLET_ENTRY_REFERENCE_TYPES,
  type EntryDirection,
  type WalletEntryReferenceType,
} from '@centavo/contracts';
import { DateFilter } from '../http/lists/date.filter.js';
import { PageQuery } from '../http/lists/page.query.js';

/** Query of `GET /v1/wallets/{id}/entries`. */
export class ListWalletEntriesQuery extends PageQuery {
  @EnumField(WALLET_ENTRY_REFERENCE_TYPES, { optional: true }) reference_type?: WalletEntryReferenceType;
  @EnumField(ENTRY_DIRECTIONS, { optional: true }) direction?: EntryDirection;
  @DateFilter('Recorded at or after.') date_from?: string;
  @DateFilter('Recorded at or before.') date_to?: string;
}
