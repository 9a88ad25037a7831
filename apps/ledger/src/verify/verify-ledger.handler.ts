import { done, type Answer, type VerifyLedgerCommand } from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand, OPERATORS } from '@centavo/messaging';
import { Database } from '@centavo/persistence';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { insertCheck } from './ledger-checks.sql.js';

/**
 * Takes an order for a check and does not carry it out: a command that takes minutes would hold back the offsets of its partition for as long,
 * and a crash would bring everything after it again.
 */
@Controller()
export class VerifyLedgerHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
  ) {}

  @MessagePattern('ledger.verify')
  handle(@Payload() command: VerifyLedgerCommand, @Ctx() context: BusContext): Promise<Answer<{ id: string }>> {
    const { check_id: id, operator: requestedBy } = command;
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, OPERATORS, oncePerCommand(command, context), async (transaction) => {
        await insertCheck(transaction, { id, requestedBy });
        return done('Check ordered.', { id });
      }),
    );
  }
}
