import {
  done,
  presentWithdrawal,
  WITHDRAWAL_METHODS,
  WITHDRAWAL_STATUSES,
  type SuccessAnswer,
  type Withdrawal,
  type WithdrawalRecord,
} from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { KeyedLists } from '../http/lists/keyed-lists.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';
import type { ListWithdrawalsQuery } from './list-withdrawals.query.js';

const VIEW = 'ledger.published_withdrawals';

@Injectable()
export class WithdrawalQueries {
  readonly #records: PublishedRecords<WithdrawalRecord>;

  constructor(
    reads: Reads,
    private readonly lists: KeyedLists,
  ) {
    this.#records = new PublishedRecords(reads, VIEW, 'withdrawal_not_found');
  }

  /** @throws DomainError `withdrawal_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<Withdrawal>> {
    return done('Withdrawal.', presentWithdrawal(await this.#records.getOf(merchantId, id)));
  }

  async list(merchantId: string, query: ListWithdrawalsQuery): Promise<PageAnswer<Withdrawal>> {
    const list = {
      view: VIEW,
      listing: 'ledger.published_withdrawal_listings',
      counts: 'ledger.published_withdrawal_counts',
      merchantId,
      submerchantId: query.submerchant_id,
      keys: [
        { column: 'type', values: WITHDRAWAL_METHODS, wanted: query.type },
        { column: 'status', values: WITHDRAWAL_STATUSES, wanted: query.status },
      ],
    };
    const { items, total } = await this.lists.page<WithdrawalRecord>(list, query);
    return pageAnswer('Withdrawals.', { items: items.map(presentWithdrawal), total }, query);
  }
}
