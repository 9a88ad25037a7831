import type { SetTransactionPinDto, SuccessAnswer, TransactionPin } from '@centavo/contracts';
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

  /**
   * The key of a request knows nothing of its PINs: repeated with another new PIN it has the first answer, and sets nothing.
   * @throws DomainError `transaction_pin_invalid`, `transaction_pin_locked`
   */
  execute(caller: MerchantContext, body: SetTransactionPinDto): Promise<SuccessAnswer<TransactionPin>> {
    const { merchantId, idempotency } = caller;
    const { pin, current_pin: currentPin } = body;
    const command = {
      merchant_id: merchantId,
      idempotency,
      body: {
        pin: this.secrets.seal(pin, merchantId),
        current_pin: currentPin ? this.secrets.seal(currentPin, merchantId) : null,
      },
    };
    return this.commands.send('transaction-pin.set', merchantId, command, caller);
  }
}
