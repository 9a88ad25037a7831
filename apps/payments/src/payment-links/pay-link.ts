import {
  DomainError,
  type Answer,
  type Charge,
  type IdempotencyRequest,
  type PayLinkCommand,
} from '@centavo/contracts';
import { Idempotency, Outbox, type MessageHeaders } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, faultPoint } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { ChargeState, NewCharge } from '../charges/charge.domain.js';
import { DraftCharge } from '../charges/create/draft-charge.js';
import { LaunchCharge, type Launch } from '../charges/create/launch-charge.js';
import { orRefusal } from '../charges/create/refusal.js';
import { ChargeWriter } from '../charges/write/charge-writer.js';
import { asPayerSees, assertAllowed, assertUsable, orderOf } from './link-payment.domain.js';
import { PaymentLinkUses } from './payment-link-uses.js';
import { LinkTurns } from './link-turns.js';
import { findPaymentLink } from './payment-links.sql.js';

/** A charge that is ready to be written. */
interface Draft {
  readonly charge: NewCharge;
  readonly launch: Launch;
  readonly cause: MessageHeaders;
}

/** `payment-links.pay`: the charge of a payer, and the use of the link that it takes, in one transaction. */
@Injectable()
export class PayLink {
  readonly #turns = new LinkTurns();

  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly outbox: Outbox,
    private readonly draftCharge: DraftCharge,
    private readonly launchCharge: LaunchCharge,
    private readonly writer: ChargeWriter,
    private readonly uses: PaymentLinkUses,
    private readonly clock: Clock,
  ) {}

  /**
   * What takes time, the code of a Pix above all, is done before the link is locked, so that its payers hardly wait for each other.
   * @param request the payer's key, or what stands for it
   * @param cause correlation and trace for what this leads to
   * @throws DomainError `payment_link_not_found`, `validation_error`, `idempotency_in_progress`, `service_unavailable`
   */
  async execute(command: PayLinkCommand, request: IdempotencyRequest, cause: MessageHeaders): Promise<Answer<Charge>> {
    this.launchCharge.assertRoom();
    const kept = await this.idempotency.find(this.database, command.merchant_id, request);
    if (kept) return kept as Answer<Charge>;
    const draft = await orRefusal(() => this.#draft(command, cause));

    let made: { readonly charge: ChargeState; readonly launch: Launch } | undefined;
    const pay = (outer: Transaction): Promise<Answer<Charge>> =>
      this.idempotency.once(outer, command.merchant_id, request, async (transaction) => {
        if (draft instanceof DomainError) throw draft;
        const { answer, charge, launch } = await this.#write(transaction, command, draft);
        transaction.afterCommit(() => (made = { charge, launch }));
        return answer;
      });
    const answer = await this.#turns.take(command.payment_link_id, () => this.database.transaction(pay));
    faultPoint('create.after-commit');
    if (made) await this.launchCharge.execute(made.launch, made.charge);
    return answer;
  }

  async #draft(command: PayLinkCommand, cause: MessageHeaders): Promise<Draft> {
    const link = await findPaymentLink(this.database, command.merchant_id, command.payment_link_id);
    if (!link) throw new DomainError('payment_link_not_found');
    if (!command.merchant_is_active) throw new DomainError('payment_link_unavailable');
    const now = this.clock.now();
    assertUsable(link, now);
    assertAllowed(link, command.body);
    const drafted = await this.draftCharge.execute(orderOf(link, command, now)).catch(asPayerSees);
    const charge = { ...drafted, payment_link_id: link.id };
    return { charge, launch: this.launchCharge.prepare(charge, cause), cause };
  }

  async #write(transaction: Transaction, command: PayLinkCommand, { charge, launch, cause }: Draft) {
    const outboxId = this.outbox.newId();
    const id = { id: command.payment_link_id, merchant_id: command.merchant_id };
    const { link, news } = await this.uses.reserve(transaction, id, { outboxId, cause });
    // The merchant may have taken the method away since the draft was made.
    assertAllowed(link, command.body);
    faultPoint('pay-link.after-reserve');
    const made = await this.writer.createIn(transaction, { charge, task: launch.task, cause }, outboxId);
    const messages = [...made.events, ...news.messages];
    await this.outbox.add(transaction, { id: outboxId, messages, follows: news.follows });
    return { answer: made.answer, charge: made.charge, launch };
  }
}
