import type { Charge, CreateChargeDto, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { BacklogGate } from '../commands/backlog-gate.js';
import { CommandClient } from '../commands/command-client.js';
import type { Patience, PatientAnswer } from '../http/patience.js';
import { chargeCommand } from './charge-command.js';
import { ChargeOutcome } from './charge-outcome.js';

/**
 * Charges are taken in batches, each as slow as its slowest. So what may wait for somebody stays out of them: Pix and boleto for their
 * code, a charge that names others beside its merchant for word of them.
 */
function commandFor({ payment_method, submerchant_id, splits }: CreateChargeDto) {
  const isCard = payment_method === 'credit_card' || payment_method === 'debit_card';
  return isCard && !submerchant_id && !splits ? 'charges.create' : 'charges.create-apart';
}

@Injectable()
export class CreateCharge {
  constructor(
    private readonly commands: CommandClient,
    private readonly gate: BacklogGate,
    private readonly outcome: ChargeOutcome,
  ) {}

  /**
   * @param patience holds the answer back until the charge's outcome is known; a replay shows the charge as it is by then, too
   * @throws DomainError `service_unavailable` while too much is still to be done; see also {@link CommandClient.send}
   */
  async execute(
    caller: MerchantContext,
    body: CreateChargeDto,
    patience: Patience | undefined,
  ): Promise<SuccessAnswer<Charge> | PatientAnswer<Charge>> {
    this.gate.assertOpen();
    const id = newId();
    const command = { ...chargeCommand(caller, id, body), fees: caller.fees };
    const answer = await this.commands.send(commandFor(body), id, command, caller);
    if (!patience) return answer;
    const data = await this.outcome.of(answer.data, patience);
    return { ...answer, data, preferenceApplied: `wait=${patience.seconds}` };
  }
}
