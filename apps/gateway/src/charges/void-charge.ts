import type { Charge, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { chargeCommand } from './charge-command.js';

@Injectable()
export class VoidCharge {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `charge_not_found`, `charge_not_voidable` */
  execute(caller: MerchantContext, id: string): Promise<SuccessAnswer<Charge>> {
    return this.commands.send('charges.void', id, chargeCommand(caller, id, null), caller);
  }
}
