import type { CancelWithdrawalCommand, CreateWithdrawalCommand, SimulateWithdrawalCommand } from '@centavo/contracts';
import {
  BatchMessagePattern,
  BusContext,
  carryOutEach,
  causedBy,
  oncePerCommand,
  type MemberOutcome,
  type ReceivedMessage,
} from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { CancelWithdrawal } from './cancel-withdrawal.js';
import { CreateWithdrawal } from './create/create-withdrawal.js';
import { SimulateWithdrawal } from './simulate-withdrawal.js';

/** What is asked of withdrawals, and who does it. */
@Controller()
export class WithdrawalsController {
  constructor(
    private readonly createWithdrawal: CreateWithdrawal,
    private readonly cancelWithdrawal: CancelWithdrawal,
    private readonly simulateWithdrawal: SimulateWithdrawal,
  ) {}

  /** No linger of its own: the operation paces, and merges these with those that come apart. */
  @BatchMessagePattern('withdrawals.create', { maxSize: 400, lingerMs: 0 })
  create(messages: readonly ReceivedMessage<CreateWithdrawalCommand>[]): Promise<MemberOutcome[]> {
    return carryOutEach(messages, (message) => this.createWithdrawal.execute(message.payload, causedBy(message)));
  }

  @MessagePattern('withdrawals.create-apart')
  createApart(@Payload() command: CreateWithdrawalCommand, @Ctx() context: BusContext) {
    return this.createWithdrawal.execute(command, context.caused);
  }

  @MessagePattern('withdrawals.cancel')
  cancel(@Payload() command: CancelWithdrawalCommand, @Ctx() context: BusContext) {
    return this.cancelWithdrawal.execute(command, oncePerCommand(command, context), context.caused);
  }

  @MessagePattern('withdrawals.simulate')
  simulate(@Payload() command: SimulateWithdrawalCommand, @Ctx() context: BusContext) {
    return this.simulateWithdrawal.execute(command, oncePerCommand(command, context), context.caused);
  }
}
