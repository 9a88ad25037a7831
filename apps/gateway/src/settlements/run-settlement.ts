import type { RunSettlementDto, SettlementSummary, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class RunSettlement {
  constructor(private readonly commands: CommandClient) {}

  /** Of the merchant and all its submerchants, one run at a time. */
  execute(caller: MerchantContext, body: RunSettlementDto): Promise<SuccessAnswer<SettlementSummary>> {
    const { merchantId, idempotency } = caller;
    return this.commands.send('settlements.run', merchantId, { merchant_id: merchantId, idempotency, body }, caller);
  }
}
