import { done, presentWallet, type SuccessAnswer, type Wallet, type WalletRecord } from '@centavo/contracts';
import { Reads } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import { whereNow } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import type { PageQuery } from '../http/lists/page.query.js';
import { pageAnswer, type PageAnswer } from '../http/lists/pagination.js';
import { PublishedRecords } from '../http/published-records.js';

const VIEW = 'ledger.published_wallets';

@Injectable()
export class WalletQueries {
  readonly #records: PublishedRecords<WalletRecord>;

  constructor(
    reads: Reads,
    private readonly lists: Lists,
  ) {
    this.#records = new PublishedRecords(reads, VIEW, 'wallet_not_found');
  }

  /** @throws DomainError `wallet_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<Wallet>> {
    return done('Wallet.', presentWallet(await this.#records.getOf(merchantId, id)));
  }

  /** The merchant's own wallet and those of its submerchants. */
  async list(merchantId: string, query: PageQuery): Promise<PageAnswer<Wallet>> {
    // A wallet opens when the ledger hears of its owner: it may join the list long after its id was made.
    const filters = [whereNow('merchant_id =', merchantId)];
    const { items, total } = await this.lists.page<WalletRecord>({ view: VIEW, filters }, query);
    return pageAnswer('Wallets.', { items: items.map(presentWallet), total }, query);
  }
}
