import { DomainError, type MerchantRecord, type PaymentLinkRecord } from '@centavo/contracts';
import { Database, PrimaryReads } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { PublishedRecords } from '../http/published-records.js';

/** A payment link as whoever is to pay it meets it. */
export interface CheckoutLink {
  readonly link: PaymentLinkRecord;
  readonly merchant: MerchantRecord;
  /** Whether it can be paid now, as far as can be seen: payments has the last word when a use is taken. */
  readonly isUsable: boolean;
}

@Injectable()
export class CheckoutLinks {
  readonly #links: PublishedRecords<PaymentLinkRecord>;
  readonly #merchants: PublishedRecords<MerchantRecord>;

  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    // What is said here decides what is charged.
    const reads = new PrimaryReads(database);
    this.#links = new PublishedRecords(reads, 'payments.published_payment_links', 'payment_link_not_found');
    this.#merchants = new PublishedRecords(reads, 'onboarding.published_merchants', 'payment_link_not_found');
  }

  /** @throws DomainError `payment_link_not_found` */
  async find(id: string): Promise<CheckoutLink> {
    const link = await this.#links.get(id);
    const merchant = await this.#merchants.get(link.merchant_id);
    return { link, merchant, isUsable: merchant.status === 'active' && this.#isOpen(link) };
  }

  /**
   * Also one that cannot be paid any more.
   * @throws DomainError `payment_link_not_found`, `payment_link_unavailable` when its merchant is suspended
   */
  async ofActiveMerchant(id: string): Promise<CheckoutLink> {
    const found = await this.find(id);
    if (found.merchant.status !== 'active') throw new DomainError('payment_link_unavailable');
    return found;
  }

  /** @throws DomainError `payment_link_not_found`, `payment_link_unavailable` */
  async usable(id: string): Promise<CheckoutLink> {
    const found = await this.find(id);
    if (!found.isUsable) throw new DomainError('payment_link_unavailable');
    return found;
  }

  #isOpen({ status, expires_at }: PaymentLinkRecord): boolean {
    return status === 'active' && (expires_at === null || expires_at > this.clock.now());
  }
}
