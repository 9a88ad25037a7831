import type { CreatePaymentLinkDto, PaymentLink, SuccessAnswer } from '@centavo/contracts';
import { newId } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { MerchantContext } from '../auth/caller.js';
import { CommandClient } from '../commands/command-client.js';
import { paymentLinkCommand } from './payment-link-command.js';

@Injectable()
export class CreatePaymentLink {
  constructor(private readonly commands: CommandClient) {}

  /** @throws DomainError `url_not_allowed`, `submerchant_not_found`, `submerchant_not_active` */
  execute(caller: MerchantContext, body: CreatePaymentLinkDto): Promise<SuccessAnswer<PaymentLink>> {
    const id = newId();
    const command = { ...paymentLinkCommand(caller, id, body), created_by: caller.apiKeyId };
    return this.commands.send('payment-links.create', id, command, caller);
  }
}
