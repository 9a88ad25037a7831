import type { Charge, RefundChargeDto, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { chargeCommand } from './charge-command.js';

@Injectable()
export class RefundCharge {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `charge_not_found`, `charge_not_refundable`, `refund_amount_exceeds_captured` */
  execute(caller: MerchantContext, id: string, body: RefundChargeDto): Promise<SuccessAnswer<Charge>> {
    return this.commands.send('charges.refund', id, { ...chargeCommand(caller, id, body), refund_id: newId() }, caller);
  }
}
