import type { CreateWithdrawalDto, DestinationFields, SuccessAnswer, Withdrawal } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { SealedSecrets } from '../commands/sealed-secrets.js';

@Injectable()
export class CreateWithdrawal {
  constructor(
    private readonly commands: CommandClient,
    private readonly secrets: SealedSecrets,
  ) {}

  /**
   * Withdrawals of one wallet are carried out in order. Those with a PIN, which takes its time to verify, stay out of the batches of the others.
   * @throws DomainError every code that the route documents
   */
  execute(
    caller: MerchantContext,
    { transaction_pin: pin, pix_key, pix_key_holder_document, bank_account, crypto, ...body }: CreateWithdrawalDto,
  ): Promise<SuccessAnswer<Withdrawal>> {
    const { merchantId: merchant_id, idempotency, fingerprint } = caller;
    const withdrawal_id = newId();
    const fields: DestinationFields = { pix_key, pix_key_holder_document, bank_account, crypto };
    const command = {
      merchant_id,
      withdrawal_id,
      idempotency,
      fingerprint,
      destination: this.secrets.seal(JSON.stringify(fields), withdrawal_id),
      pin: pin ? this.secrets.seal(pin, merchant_id) : null,
      body,
    };
    const name = pin ? 'withdrawals.create-apart' : 'withdrawals.create';
    return this.commands.send(name, body.wallet_id.toLowerCase(), command, caller);
  }
}
