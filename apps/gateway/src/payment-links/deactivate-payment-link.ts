import type { PaymentLink, SuccessAnswer } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { paymentLinkCommand } from './payment-link-command.js';

@Injectable()
export class DeactivatePaymentLink {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `payment_link_not_found` */
  execute(caller: MerchantContext, id: string): Promise<SuccessAnswer<PaymentLink>> {
    return this.commands.send('payment-links.deactivate', id, paymentLinkCommand(caller, id, null), caller);
  }
}
