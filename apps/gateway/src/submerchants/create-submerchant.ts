import type { CreateSubmerchantDto, Submerchant, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class CreateSubmerchant {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `submerchant_already_exists` */
  execute(caller: MerchantContext, body: CreateSubmerchantDto): Promise<SuccessAnswer<Submerchant>> {
    const { merchantId: merchant_id, idempotency } = caller;
    const id = newId();
    const command = { merchant_id, submerchant_id: id, wallet_id: newId(), idempotency, body };
    return this.commands.send('submerchants.create', id, command, caller);
  }
}
