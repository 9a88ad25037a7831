import type { CaptureChargeDto, Charge, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { chargeCommand } from './charge-command.js';

@Injectable()
export class CaptureCharge {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `charge_not_found`, `charge_not_capturable`, `capture_amount_exceeds_authorized`, `amount_below_fee` */
  execute(caller: MerchantContext, id: string, body: CaptureChargeDto): Promise<SuccessAnswer<Charge>> {
    return this.commands.send('charges.capture', id, chargeCommand(caller, id, body), caller);
  }
}
