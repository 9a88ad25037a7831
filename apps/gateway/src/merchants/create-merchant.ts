import type { CreateMerchantDto, Merchant, SuccessAnswer, Wallet } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { OperatorContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { SealedSecrets } from '../commands/sealed-secrets.js';
import type { NewMerchant } from './new-merchant.js';

@Injectable()
export class CreateMerchant {
  constructor(
    private readonly commands: CommandClient,
    private readonly secrets: SealedSecrets,
  ) {}

  async execute(operator: OperatorContext, body: CreateMerchantDto): Promise<SuccessAnswer<NewMerchant>> {
    const id = newId();
    const command = { merchant_id: id, wallet_id: newId(), ...operator.fields, body };
    const answer = await this.commands.send('merchants.create', id, command, operator);
    const { merchant, api_key } = answer.data;
    const wallet = await this.#openWallet(merchant, operator);
    return { ...answer, data: { merchant, wallet, api_key: this.secrets.reveal(api_key, 'secret_key') } };
  }

  /**
   * The ledger would open the wallet anyway when it hears of the merchant; asked here, it is there when the operator is answered.
   * Opening it again changes nothing, so a replay does too and heals a first request that died in between; it gets the first answer
   * again, whatever the wallet holds by now.
   */
  async #openWallet({ id, wallet_id }: Merchant, operator: OperatorContext): Promise<Wallet> {
    const command = { wallet_id, merchant_id: id, owner_id: id, owner_type: 'merchant' as const };
    const { data } = await this.commands.send('wallets.open', wallet_id, command, operator);
    return { ...data, available_amount: 0, pending_amount: 0, blocked_amount: 0 };
  }
}
