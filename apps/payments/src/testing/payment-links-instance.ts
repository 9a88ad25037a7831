import type { Idempotency, Outbox } from '@centavo/messaging';
import type { PostgresDatabase } from '@centavo/persistence';
import type { Clock, Settings } from '@centavo/runtime';
import { silentLogger } from '@centavo/testing';
import type { DraftCharge } from '../charges/create/draft-charge.js';
import type { LaunchCharge } from '../charges/create/launch-charge.js';
import type { NamedSubmerchants } from '../charges/create/named-submerchants.js';
import type { ChargeWriter } from '../charges/write/charge-writer.js';
import { ChangePaymentLink } from '../payment-links/change-payment-link.js';
import { CreatePaymentLink } from '../payment-links/create-payment-link.js';
import { DeactivatePaymentLink } from '../payment-links/deactivate-payment-link.js';
import { ExpirePaymentLinks } from '../payment-links/expire-payment-links.js';
import { PayLink } from '../payment-links/pay-link.js';
import type { PaymentLinkUses } from '../payment-links/payment-link-uses.js';
import type { PaymentLinkWriter } from '../payment-links/payment-link-writer.js';
import { UpdatePaymentLink } from '../payment-links/update-payment-link.js';

/** What the payment links of an instance are made of. */
interface Parts {
  readonly database: PostgresDatabase;
  readonly idempotency: Idempotency;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly submerchants: NamedSubmerchants;
  readonly draftCharge: DraftCharge;
  readonly launchCharge: LaunchCharge;
  readonly chargeWriter: ChargeWriter;
  readonly linkWriter: PaymentLinkWriter;
  readonly uses: PaymentLinkUses;
}

/** The payment links of one instance of payments, wired by hand. */
export class PaymentLinksInstance {
  readonly create: CreatePaymentLink;
  readonly update: UpdatePaymentLink;
  readonly deactivate: DeactivatePaymentLink;
  readonly pay: PayLink;
  readonly expiry: ExpirePaymentLinks;

  constructor(parts: Parts) {
    const { database, idempotency, outbox, clock, settings, linkWriter: writer } = parts;
    const change = new ChangePaymentLink(database, idempotency, outbox, writer, settings);
    this.create = new CreatePaymentLink(database, idempotency, outbox, parts.submerchants, writer, clock, settings);
    this.update = new UpdatePaymentLink(change, clock, settings);
    this.deactivate = new DeactivatePaymentLink(change, clock);
    this.pay = new PayLink(
      database,
      idempotency,
      outbox,
      parts.draftCharge,
      parts.launchCharge,
      parts.chargeWriter,
      parts.uses,
      clock,
    );
    this.expiry = new ExpirePaymentLinks(database, outbox, writer, clock, silentLogger);
  }
}
