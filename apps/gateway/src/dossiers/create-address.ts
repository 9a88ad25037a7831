import type { CreateSubmerchantAddressDto, SubmerchantAddress, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class CreateAddress {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `submerchant_not_found` */
  execute(
    caller: MerchantContext,
    submerchantId: string,
    body: CreateSubmerchantAddressDto,
  ): Promise<SuccessAnswer<SubmerchantAddress>> {
    const { merchantId: merchant_id, idempotency } = caller;
    const command = { merchant_id, submerchant_id: submerchantId, address_id: newId(), idempotency, body };
    return this.commands.send('submerchant-addresses.create', submerchantId, command, caller);
  }
}
