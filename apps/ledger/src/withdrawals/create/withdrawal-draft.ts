import { createHmac } from 'node:crypto';
import {
  DomainError,
  type CreateWithdrawalCommand,
  type DestinationFields,
  type WithdrawalMetadata,
  type WithdrawalMethod,
} from '@centavo/contracts';
import type { Centavos } from '@centavo/money';
import { derivedKeys, openText, SecretBox, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { Destination } from '../../bank/destination.js';
import { destinationOf } from './destination.domain.js';

/** What is asked for, as far as it can be judged by itself. */
export interface WithdrawalDraft {
  readonly id: string;
  readonly merchantId: string;
  readonly walletId: string;
  /** Named in the request. */
  readonly submerchantId: string | null;
  readonly type: WithdrawalMethod;
  readonly amount: Centavos;
  readonly metadata: WithdrawalMetadata | null;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  readonly sealedPin: string | null;
  /** A refusal where there is no such destination: an earlier answer under the same key goes before it. */
  readonly destination: Destination | DomainError;
}

/** The drafts of withdrawals, and their destinations as they are kept: sealed until the money has arrived, and known again for ever. */
@Injectable()
export class WithdrawalDrafts {
  readonly #box: SecretBox;
  readonly #recipientKey: Buffer;
  readonly #isSandbox: boolean;

  constructor(settings: Settings) {
    this.#box = new SecretBox(settings.secretsKeys);
    [this.#recipientKey] = derivedKeys(settings.secretsKeys, 'withdrawal recipients');
    this.#isSandbox = settings.isSandbox;
  }

  /** @throws SecretBoxError when the destination was sealed under no key of `SECRETS_KEY` or for another withdrawal */
  of(command: CreateWithdrawalCommand): WithdrawalDraft {
    const { body } = command;
    return {
      id: command.withdrawal_id,
      merchantId: command.merchant_id,
      walletId: body.wallet_id.toLowerCase(),
      submerchantId: body.submerchant_id?.toLowerCase() ?? null,
      type: body.type,
      amount: BigInt(body.amount),
      metadata: body.metadata ?? null,
      idempotencyKey: body.idempotency_key,
      fingerprint: command.fingerprint,
      sealedPin: command.pin,
      destination: this.#destinationOf(command),
    };
  }

  seal(destination: Destination, withdrawalId: string): Buffer {
    return this.#box.seal(JSON.stringify(destination), withdrawalId);
  }

  open(sealed: Uint8Array, withdrawalId: string): Destination {
    return JSON.parse(this.#box.open(sealed, withdrawalId)) as Destination;
  }

  /** The same for every withdrawal of a merchant to one destination, until another key is first in `SECRETS_KEY`. Keyed: nobody can find a Pix key or a document by trying them all. */
  recipientIdOf(destination: Destination, merchantId: string): string {
    return createHmac('sha256', this.#recipientKey)
      .update(JSON.stringify([merchantId, destination]))
      .digest('hex')
      .slice(0, RECIPIENT_ID_LENGTH);
  }

  #destinationOf({ withdrawal_id: id, body, destination }: CreateWithdrawalCommand): Destination | DomainError {
    const fields = JSON.parse(openText(this.#box, destination, id)) as DestinationFields;
    try {
      return destinationOf({ ...body, ...fields }, this.#isSandbox);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  }
}

/** 128 bits. */
const RECIPIENT_ID_LENGTH = 32;
