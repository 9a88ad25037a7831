import type { IdempotencyRequest, SetTransactionPinDto, SuccessAnswer, TransactionPin } from '@centavo/contracts';
import { sha256 } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { SealedSecrets } from '../commands/sealed-secrets.js';

@Injectable()
export class SetTransactionPin {
  constructor(
    private readonly commands: CommandClient,
    private readonly secrets: SealedSecrets,
  ) {}

  /** @throws DomainError `transaction_pin_invalid`, `transaction_pin_locked` */
  execute(caller: MerchantContext, body: SetTransactionPinDto): Promise<SuccessAnswer<TransactionPin>> {
    const { merchantId } = caller;
    const { pin, current_pin: currentPin } = body;
    const command = {
      merchant_id: merchantId,
      idempotency: caller.idempotency && this.#withPin(caller.idempotency, pin, merchantId),
      body: {
        pin: this.secrets.seal(pin, merchantId),
        current_pin: currentPin ? this.secrets.seal(currentPin, merchantId) : null,
      },
    };
    return this.commands.send('transaction-pin.set', merchantId, command, caller);
  }

  /** Here the PIN is what is asked for: with another one it is another request. */
  #withPin(request: IdempotencyRequest, pin: string, merchantId: string): IdempotencyRequest {
    const fingerprint = sha256(`${request.fingerprint} ${this.secrets.fingerprintOf(pin, merchantId)}`, 'base64url');
    return { ...request, fingerprint };
  }
}
