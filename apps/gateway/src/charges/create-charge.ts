import type { Charge, CommandName, CreateChargeDto, PaymentMethod, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { BacklogGate } from '../commands/backlog-gate.js';
import { CommandClient } from '../commands/command-client.js';
import type { Patience, PatientAnswer } from '../http/patience.js';
import { chargeCommand } from './charge-command.js';
import { ChargeOutcome } from './charge-outcome.js';

/** Card charges are written in batches. Pix and boleto wait for a code, so they stay out of those batches. */
const COMMANDS = {
  credit_card: 'charges.create',
  debit_card: 'charges.create',
  pix: 'charges.create-by-code',
  boleto: 'charges.create-by-code',
} as const satisfies Record<PaymentMethod, CommandName>;

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
    const answer = await this.commands.send(COMMANDS[body.payment_method], id, command, caller);
    if (!patience) return answer;
    const data = await this.outcome.of(answer.data, patience);
    return { ...answer, data, preferenceApplied: `wait=${patience.seconds}` };
  }
}
