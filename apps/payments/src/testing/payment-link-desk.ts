import {
  DEFAULT_FEES,
  type Answer,
  type Charge,
  type CreatePaymentLinkDto,
  type FeeTable,
  type IdempotencyRequest,
  type PayLinkDto,
  type PaymentLink,
  type UpdatePaymentLinkDto,
} from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { aPayLinkBody, aPaymentLinkBody } from '@centavo/testing';
import type { PaymentLinkState } from '../payment-links/payment-link.domain.js';
import type { PaymentsFixture, PaymentsInstance } from './payments-fixture.js';
import { aCommand } from './requests.js';

export interface PaymentOptions {
  readonly request?: IdempotencyRequest;
  readonly fees?: FeeTable;
  readonly on?: PaymentsInstance;
  readonly merchantIsActive?: boolean;
}

/** A merchant who has payment links, and whoever pays them, at one instance of payments. */
export class PaymentLinkDesk {
  constructor(
    private readonly fixture: PaymentsFixture,
    private readonly payments: PaymentsInstance,
    readonly merchantId = newId(),
  ) {}

  /** @throws Error when it is refused */
  async open(fields: Partial<CreatePaymentLinkDto> = {}): Promise<PaymentLink> {
    return dataOf(await this.create(fields));
  }

  create(fields: Partial<CreatePaymentLinkDto>, request = aCommand()): Promise<Answer<PaymentLink>> {
    const command = {
      payment_link_id: newId(),
      merchant_id: this.merchantId,
      created_by: newId(),
      idempotency: null,
      body: aPaymentLinkBody(fields),
    };
    return this.payments.links.create.execute(command, request, {});
  }

  update({ id }: Pick<PaymentLink, 'id'>, body: UpdatePaymentLinkDto): Promise<Answer<PaymentLink>> {
    return this.payments.links.update.execute({ ...this.#about(id), body }, aCommand(), {});
  }

  deactivate({ id }: Pick<PaymentLink, 'id'>): Promise<Answer<PaymentLink>> {
    return this.payments.links.deactivate.execute({ ...this.#about(id), body: null }, aCommand(), {});
  }

  /** A payment by `tok_visa`, if `body` says nothing else. */
  pay(
    { id }: Pick<PaymentLink, 'id'>,
    body: PayLinkDto = aPayLinkBody(),
    { request = aCommand(), fees = DEFAULT_FEES, on = this.payments, merchantIsActive = true }: PaymentOptions = {},
  ): Promise<Answer<Charge>> {
    const command = { ...this.#about(id), charge_id: newId(), fees, merchant_is_active: merchantIsActive, body };
    return on.links.pay.execute(command, request, {});
  }

  /** @throws Error when it is refused */
  async paid(link: Pick<PaymentLink, 'id'>, body?: PayLinkDto): Promise<Charge> {
    return dataOf(await this.pay(link, body));
  }

  async linkOf({ id }: Pick<PaymentLink, 'id'>): Promise<PaymentLinkState> {
    const rows = await this.fixture.database.query<PaymentLinkState>('SELECT * FROM payment_links WHERE id = $1', [id]);
    return rows[0]!;
  }

  /** Uses as the link counts them, and as its charges have it; the two must always be the same. */
  async usesOf(link: Pick<PaymentLink, 'id'>): Promise<{ counted: number; charged: number }> {
    const [row] = await this.fixture.database.query<{ count: bigint }>(
      `SELECT count(*) FROM charges WHERE payment_link_id = $1 AND status NOT IN ('failed', 'expired', 'voided')`,
      [link.id],
    );
    return { counted: (await this.linkOf(link)).current_uses, charged: Number(row!.count) };
  }

  #about(id: string) {
    return { payment_link_id: id, merchant_id: this.merchantId, idempotency: null };
  }
}

function dataOf<Data>(answer: Answer<Data>): Data {
  if (!answer.ok) throw new Error(answer.message);
  return answer.data;
}
