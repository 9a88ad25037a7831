import type { Charge, CreateChargeDto, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { BacklogGate } from '../commands/backlog-gate.js';
import { CommandClient } from '../commands/command-client.js';

@Injectable()
export class CreateCharge {
  constructor(
    private readonly commands: CommandClient,
    private readonly gate: BacklogGate,
  ) {}

  /** @throws DomainError `service_unavailable` while too much is still to be done; see also {@link CommandClient.send} */
  async execute(caller: MerchantContext, body: CreateChargeDto): Promise<SuccessAnswer<Charge>> {
    this.gate.assertOpen();
    const chargeId = newId();
    const command = {
      merchant_id: caller.merchantId,
      charge_id: chargeId,
      fees: caller.fees,
      idempotency: caller.idempotency,
      body,
    };
    return this.commands.send('charges.create', chargeId, command, caller);
  }
}
