import type { PaymentLink, SuccessAnswer, UpdatePaymentLinkDto } from '@centavo/contracts';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { paymentLinkCommand } from './payment-link-command.js';

@Injectable()
export class UpdatePaymentLink {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `payment_link_not_found`, `url_not_allowed` */
  execute(caller: MerchantContext, id: string, body: UpdatePaymentLinkDto): Promise<SuccessAnswer<PaymentLink>> {
    return this.commands.send('payment-links.update', id, paymentLinkCommand(caller, id, body), caller);
  }
}
