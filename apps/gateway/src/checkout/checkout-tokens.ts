import {
  DomainError,
  type CardEncryptionKey,
  type CardToken,
  type SuccessAnswer,
  type TokenizeCardDto,
} from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '../auth/caller.js';
import { EncryptionKey, KEY_CACHE_CONTROL } from '../tokens/encryption-key.js';
import { TokenizeCard } from '../tokens/tokenize-card.js';
import { CheckoutLimits } from './checkout-limits.js';
import { CheckoutLinks, type CheckoutLink } from './checkout-links.js';

/** Tokens for the cards of payers: like those of `/v1/tokens`, but nobody needs to know a key of the merchant's. */
@Injectable()
export class CheckoutTokens {
  constructor(
    private readonly links: CheckoutLinks,
    private readonly limits: CheckoutLimits,
    private readonly encryptionKey: EncryptionKey,
    private readonly tokenizeCard: TokenizeCard,
  ) {}

  /** @throws DomainError `payment_link_not_found`, `payment_link_unavailable` */
  async publicKey(linkId: string, reply: FastifyReply): Promise<SuccessAnswer<CardEncryptionKey>> {
    await this.#linkForCards(linkId);
    const answer = await this.encryptionKey.current(reply.request.id);
    void reply.header('cache-control', KEY_CACHE_CONTROL);
    return answer;
  }

  /** @throws DomainError as above; `rate_limit_exceeded`, and what {@link TokenizeCard.execute} throws */
  async tokenize(
    linkId: string,
    body: TokenizeCardDto,
    address: string,
    origin: RequestContext,
  ): Promise<SuccessAnswer<CardToken>> {
    this.limits.takeAttempt('card', address);
    const { link } = await this.#linkForCards(linkId);
    this.limits.takeAttemptOn(link.id, 'card', address);
    this.limits.assertFewDeclines(link.id, address);
    const sender = { merchantId: link.merchant_id, actor: `payment_link:${link.id}`, address };
    return this.tokenizeCard.execute(sender, body, origin);
  }

  /** One that takes no cards has no use for their tokens. */
  async #linkForCards(id: string): Promise<CheckoutLink> {
    const found = await this.links.usable(id);
    const { allowed_payment_methods: allowed } = found.link;
    if (!allowed.includes('credit_card') && !allowed.includes('debit_card')) {
      throw new DomainError('payment_link_unavailable');
    }
    return found;
  }
}
