import {
  DomainError,
  done,
  presentWallet,
  type SuccessAnswer,
  type Wallet,
  type WalletRecord,
} from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Injectable } from '@nestjs/common';
import type { PageAnswer } from '../http/envelope.js';
import { where } from '../http/lists/list.js';
import { Lists } from '../http/lists/lists.js';
import type { PageQuery } from '../http/lists/page.query.js';
import { pageAnswer } from '../http/lists/pagination.js';

const VIEW = 'ledger.published_wallets';

@Injectable()
export class WalletQueries {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  /** @throws DomainError `wallet_not_found` */
  async one(merchantId: string, id: string): Promise<SuccessAnswer<Wallet>> {
    const [record] = await this.database.query<WalletRecord>(
      `SELECT * FROM ${VIEW} WHERE id = $1 AND merchant_id = $2`,
      [id, merchantId],
    );
    if (!record) throw new DomainError('wallet_not_found');
    return done('Wallet.', presentWallet(record));
  }

  /** The merchant's own wallet and those of its submerchants. */
  async list(merchantId: string, query: PageQuery): Promise<PageAnswer<Wallet>> {
    const filters = [where('merchant_id =', merchantId)];
    const { items, total } = await this.lists.page<WalletRecord>({ view: VIEW, filters }, query);
    return pageAnswer('Wallets.', { items: items.map(presentWallet), total }, query);
  }
}
