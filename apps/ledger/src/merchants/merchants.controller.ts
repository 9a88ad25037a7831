import type { EventPayload, Merchant } from '@centavo/contracts';
import { Database } from '@centavo/persistence';
import { Controller } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import { OpenWallet } from '../wallets/open-wallet.js';
import { keepMerchantTerms } from './merchant-terms.js';

/** Follows merchants: each has a wallet, and terms of its own. */
@Controller()
export class MerchantsController {
  constructor(
    private readonly database: Database,
    private readonly wallets: OpenWallet,
  ) {}

  @EventPattern('merchant.active')
  active(event: EventPayload<Merchant>): Promise<void> {
    return this.#follow(event);
  }

  @EventPattern('merchant.suspended')
  suspended(event: EventPayload<Merchant>): Promise<void> {
    return this.#follow(event);
  }

  @EventPattern('merchant.updated')
  updated(event: EventPayload<Merchant>): Promise<void> {
    return this.#follow(event);
  }

  async #follow(event: EventPayload<Merchant>): Promise<void> {
    const { id, wallet_id } = event.data;
    await this.wallets.open({ id: wallet_id, merchantId: id, ownerId: id, ownerType: 'merchant' });
    await keepMerchantTerms(this.database, event);
  }
}
