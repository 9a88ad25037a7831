import type { RemoveTransactionPinDto, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext, OperatorContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { SealedSecrets } from '../commands/sealed-secrets.js';
import type { Deleted } from '../http/deleted.js';

@Injectable()
export class RemoveTransactionPin {
  constructor(
    private readonly commands: CommandClient,
    private readonly secrets: SealedSecrets,
  ) {}

  /** @throws DomainError `transaction_pin_invalid`, `transaction_pin_locked` */
  execute(caller: MerchantContext, body: RemoveTransactionPinDto): Promise<SuccessAnswer<Deleted>> {
    const { merchantId, idempotency } = caller;
    const current_pin = this.secrets.seal(body.current_pin, merchantId);
    const command = { merchant_id: merchantId, idempotency, body: { current_pin } };
    return this.commands.send('transaction-pin.remove', merchantId, command, caller);
  }

  /** For a merchant that has lost it. @throws DomainError `merchant_not_found` */
  reset(operator: OperatorContext, merchantId: string): Promise<SuccessAnswer<Deleted>> {
    const command = { ...operator.fields, merchant_id: merchantId, body: null };
    return this.commands.send('transaction-pin.reset', merchantId, command, operator);
  }
}
