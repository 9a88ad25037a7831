import type { Merchant, SuccessAnswer, UpdateMerchantDto } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { OperatorContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class UpdateMerchant {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `merchant_not_found`, `withdrawal_method_disabled` */
  execute(operator: OperatorContext, id: string, body: UpdateMerchantDto): Promise<SuccessAnswer<Merchant>> {
    return this.commands.send('merchants.update', id, { merchant_id: id, ...operator.fields, body }, operator);
  }
}
