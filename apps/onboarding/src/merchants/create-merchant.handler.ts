import {
  created,
  DEFAULT_ANTICIPATION,
  DEFAULT_FEES,
  DEFAULT_WITHDRAWAL_METHODS,
  presentApiKey,
  presentMerchant,
  type Answer,
  type ApiKey,
  type CreateMerchantCommand,
  type Merchant,
  assertTaxId,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, OPERATORS, Outbox } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, newId, Settings } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { makeApiKeyPair } from '../api-keys/api-key-pair.js';
import { ApiKeySecrets } from '../api-keys/api-key-secrets.js';
import { insertApiKey } from '../api-keys/api-keys.sql.js';
import { recordAuditEffect } from '../audit/audit.sql.js';
import { merchantEvent } from './merchant-event.js';
import { insertMerchant, type MerchantState } from './merchants.sql.js';

const FIRST_KEY_NAME = 'default';
const CPF_LENGTH = 11;

/** A merchant comes with its first API key, or nobody could ever speak for it. */
@Controller()
export class CreateMerchantHandler {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly idempotency: Idempotency,
    private readonly secrets: ApiKeySecrets,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  @MessagePattern('merchants.create')
  handle(
    @Payload() command: CreateMerchantCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<{ merchant: Merchant; api_key: ApiKey }>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, OPERATORS, request, async (transaction) => {
        const { tax_id: taxId } = command.body;
        const entityType = taxId.length === CPF_LENGTH ? 'pf' : 'pj';
        assertTaxId({ field: 'tax_id', taxId, entityType }, this.settings.isSandbox);
        const merchant = newMerchant(command, this.outbox.newId(), this.clock.now());
        await insertMerchant(transaction, merchant);
        const apiKey = await this.#firstKey(transaction, merchant);
        await this.outbox.add(transaction, {
          id: merchant.outbox_id,
          messages: [merchantEvent('merchant.active', merchant, context)],
          follows: [],
        });
        await recordAuditEffect(transaction, {
          auditCallId: command.audit_call_id,
          action: 'merchant.created',
          resourceId: merchant.id,
          details: { api_key_id: apiKey.id },
        });
        return created('Merchant created. Keep the secret: it is shown only now.', {
          merchant: presentMerchant(merchant),
          api_key: apiKey,
        });
      }),
    );
  }

  async #firstKey(transaction: Transaction, merchant: MerchantState): Promise<ApiKey> {
    const pair = makeApiKeyPair(this.settings.isSandbox);
    const record = await insertApiKey(transaction, {
      id: newId(),
      merchant_id: merchant.id,
      name: FIRST_KEY_NAME,
      public_key: pair.publicKey,
      secret_sha256: pair.secretSha256,
      allowed_ips: [],
      created_at: merchant.created_at,
    });
    return { ...presentApiKey(record), secret_key: this.secrets.seal(pair.secretKey, record.id) };
  }
}

function newMerchant(command: CreateMerchantCommand, outboxId: string, now: Date): MerchantState {
  const { name, legal_name, tax_id, email } = command.body;
  return {
    id: command.merchant_id,
    name,
    legal_name,
    tax_id,
    email,
    status: 'active',
    wallet_id: command.wallet_id,
    fees: DEFAULT_FEES,
    anticipation: DEFAULT_ANTICIPATION,
    withdrawal_methods: DEFAULT_WITHDRAWAL_METHODS,
    sequence: 1,
    outbox_id: outboxId,
    created_at: now,
    updated_at: now,
  };
}
