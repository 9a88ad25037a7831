import type { CreateChargeCommand } from '@centavo/contracts';
import { BatchMessagePattern, causedBy, type MemberOutcome, type ReceivedMessage } from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import { CreateCharge } from './create-charge.js';

@Controller()
export class ChargesController {
  constructor(private readonly createCharge: CreateCharge) {}

  /** No linger of its own: the writer paces, and merges new charges with moves of earlier ones. */
  @BatchMessagePattern('charges.create', { maxSize: 400, lingerMs: 0 })
  async create(messages: readonly ReceivedMessage<CreateChargeCommand>[]): Promise<MemberOutcome[]> {
    return Promise.all(
      messages.map(async (message) => {
        try {
          return { reply: await this.createCharge.execute(message.payload, causedBy(message)) };
        } catch (error) {
          return { error };
        }
      }),
    );
  }
}
