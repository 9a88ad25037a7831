import type { AdjustWalletDto, SuccessAnswer, WalletEntry } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { OperatorContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class AdjustWallet {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `wallet_not_found` */
  execute(operator: OperatorContext, walletId: string, body: AdjustWalletDto): Promise<SuccessAnswer<WalletEntry>> {
    const command = { ...operator.fields, adjustment_id: newId(), wallet_id: walletId, body };
    return this.commands.send('wallets.adjust', walletId, command, operator);
  }
}
