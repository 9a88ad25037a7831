import {
  done,
  DomainError,
  presentMerchant,
  type Answer,
  type EventKind,
  type Merchant,
  type UpdateMerchantCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, OPERATORS, Outbox } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, Settings } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { recordAuditEffect } from '../audit/audit.sql.js';
import { merchantEvent } from './merchant-event.js';
import { changedTerms, termsChange } from './merchant-terms.domain.js';
import { lockMerchant, updateMerchant, type MerchantState } from './merchants.sql.js';

/** An operator changes a merchant's status, fees or settings. The audit log keeps what was before and after: it is the history. */
@Controller()
export class UpdateMerchantHandler {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @MessagePattern('merchants.update')
  handle(@Payload() command: UpdateMerchantCommand, @Ctx() context: BusContext): Promise<Answer<Merchant>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, OPERATORS, request, async (transaction) => {
        const current = await lockMerchant(transaction, command.merchant_id);
        if (!current) throw new DomainError('merchant_not_found');
        this.#assertOffered(command.body);
        return done('Merchant updated.', presentMerchant(await this.#change(transaction, current, command, context)));
      }),
    );
  }

  /** @returns the merchant as it is now; where nothing changes, nothing is written or said */
  async #change(
    transaction: Transaction,
    current: MerchantState,
    { body, audit_call_id: auditCallId }: UpdateMerchantCommand,
    context: BusContext,
  ): Promise<MerchantState> {
    const terms = changedTerms(current, body);
    const change = termsChange(current, terms);
    if (!change) return current;

    const next: MerchantState = {
      ...current,
      ...terms,
      sequence: current.sequence + 1,
      outbox_id: this.outbox.newId(),
      updated_at: this.clock.now(),
    };
    const kind: EventKind = change.after.status ? `merchant.${change.after.status}` : 'merchant.updated';
    await updateMerchant(transaction, next);
    await recordAuditEffect(transaction, { auditCallId, action: kind, resourceId: next.id, details: change });
    await this.outbox.add(transaction, {
      id: next.outbox_id,
      messages: [merchantEvent(kind, next, context)],
      follows: [current.outbox_id],
    });
    return next;
  }

  #assertOffered({ withdrawal_methods: methods = [] }: UpdateMerchantCommand['body']): void {
    const place = methods.indexOf('crypto');
    if (place < 0 || this.settings.cryptoWithdrawals) return;
    throw DomainError.onField(
      'withdrawal_method_disabled',
      `withdrawal_methods.${place}`,
      'This deployment has no withdrawals in crypto.',
    );
  }
}
