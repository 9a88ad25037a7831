import type { Submerchant, SuccessAnswer, UpdateSubmerchantDto } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class UpdateSubmerchant {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `submerchant_not_found`, `submerchant_already_exists`, `submerchant_locked`, `representatives_only_for_pj` */
  execute(caller: MerchantContext, id: string, body: UpdateSubmerchantDto): Promise<SuccessAnswer<Submerchant>> {
    const { merchantId: merchant_id, idempotency } = caller;
    return this.commands.send(
      'submerchants.update',
      id,
      { merchant_id, submerchant_id: id, idempotency, body },
      caller,
    );
  }
}
