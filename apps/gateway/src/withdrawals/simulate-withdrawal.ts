import type { SuccessAnswer, Withdrawal, WithdrawalSimulation } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { withdrawalCommand } from './withdrawal-command.js';

@Injectable()
export class SimulateWithdrawal {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `withdrawal_not_found`, `sandbox_action_not_possible` */
  execute(caller: MerchantContext, id: string, simulation: WithdrawalSimulation): Promise<SuccessAnswer<Withdrawal>> {
    return this.commands.send('withdrawals.simulate', id, { ...withdrawalCommand(caller, id), simulation }, caller);
  }
}
