import {
  created,
  DomainError,
  MAX_INSTALLMENTS,
  PAYMENT_METHODS,
  presentPaymentLink,
  type Answer,
  type CreatePaymentLinkCommand,
  type IdempotencyRequest,
  type PaymentLink,
} from '@centavo/contracts';
import { Idempotency, Outbox, type MessageHeaders } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { assertSubmerchant } from '../charges/charge-parties.domain.js';
import { NamedSubmerchants } from '../charges/create/named-submerchants.js';
import { orRefusal } from '../charges/create/refusal.js';
import { assertTerms, expiryOf } from './payment-link-terms.domain.js';
import { PaymentLinkWriter } from './payment-link-writer.js';
import type { PaymentLinkState } from './payment-link.domain.js';
import { insertPaymentLink } from './payment-links.sql.js';

@Injectable()
export class CreatePaymentLink {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    private readonly submerchants: NamedSubmerchants,
    private readonly writer: PaymentLinkWriter,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** @throws DomainError `validation_error`, `url_not_allowed`, `submerchant_not_found`, `submerchant_not_active`, `service_unavailable` */
  async execute(
    command: CreatePaymentLinkCommand,
    request: IdempotencyRequest,
    cause: MessageHeaders,
  ): Promise<Answer<PaymentLink>> {
    const kept = await this.idempotency.find(this.database, command.merchant_id, request);
    if (kept) return kept as Answer<PaymentLink>;
    const outboxId = this.outbox.newId();
    // Onboarding may have to be asked, for which no transaction waits.
    const link = await orRefusal(() => this.#draft(command, outboxId));
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        if (link instanceof DomainError) throw link;
        await insertPaymentLink(transaction, link);
        const messages = [this.writer.eventOf(link, cause)];
        await this.outbox.add(transaction, { id: outboxId, messages, follows: [] });
        return created('Payment link created.', presentPaymentLink(link, this.settings.publicUrl));
      }),
    );
  }

  async #draft(command: CreatePaymentLinkCommand, outboxId: string): Promise<PaymentLinkState> {
    const now = this.clock.now();
    assertTerms(command.body, { now, isSandbox: this.settings.isSandbox, currentUses: 0 });
    const link = newPaymentLink(command, outboxId, now);
    assertSubmerchant(link, await this.submerchants.of(command));
    return link;
  }
}

/** Only the known fields: what else a body holds is ignored, never kept. */
const newPaymentLink = (
  { payment_link_id, merchant_id, created_by, body }: CreatePaymentLinkCommand,
  outboxId: string,
  now: Date,
): PaymentLinkState => ({
  id: payment_link_id,
  merchant_id,
  submerchant_id: body.submerchant_id?.toLowerCase() ?? null,
  title: body.title,
  description: body.description ?? null,
  amount: BigInt(body.amount),
  currency: body.currency ?? 'BRL',
  product_type: body.product_type,
  allowed_payment_methods: body.allowed_payment_methods ?? PAYMENT_METHODS,
  max_installments: body.max_installments ?? MAX_INSTALLMENTS,
  expires_at: expiryOf(body.expires_at),
  max_uses: body.max_uses ?? null,
  current_uses: 0,
  status: 'active',
  sequence: 1,
  outbox_id: outboxId,
  redirect_url: body.redirect_url ?? null,
  cover_image_url: body.cover_image_url ?? null,
  metadata: body.metadata ?? null,
  created_by,
  created_at: now,
  updated_at: now,
});
