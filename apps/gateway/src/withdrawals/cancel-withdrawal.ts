import type { SuccessAnswer, Withdrawal } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { withdrawalCommand } from './withdrawal-command.js';

@Injectable()
export class CancelWithdrawal {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `withdrawal_not_found`, `withdrawal_not_cancelable` */
  execute(caller: MerchantContext, id: string): Promise<SuccessAnswer<Withdrawal>> {
    return this.commands.send('withdrawals.cancel', id, withdrawalCommand(caller, id), caller);
  }
}
