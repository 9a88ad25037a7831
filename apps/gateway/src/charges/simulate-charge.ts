import type { Charge, ChargeSimulation, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { chargeCommand } from './charge-command.js';

@Injectable()
export class SimulateCharge {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `charge_not_found`, `sandbox_action_not_possible` */
  execute(caller: MerchantContext, id: string, simulation: ChargeSimulation): Promise<SuccessAnswer<Charge>> {
    return this.commands.send('charges.simulate', id, { ...chargeCommand(caller, id, null), simulation }, caller);
  }
}
