import type {
  CaptureChargeCommand,
  CreateChargeCommand,
  RefundChargeCommand,
  SimulateChargeCommand,
  VoidChargeCommand,
} from '@centavo/contracts';
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
import { CreateCharge } from './create/create-charge.js';
import { SimulateCharge } from './notify/simulate-charge.js';
import { CaptureCharge } from './operate/capture-charge.js';
import { RefundCharge } from './operate/refund-charge.js';
import { VoidCharge } from './operate/void-charge.js';

/** What is asked of charges, and who does it. */
@Controller()
export class ChargesController {
  constructor(
    private readonly createCharge: CreateCharge,
    private readonly captureCharge: CaptureCharge,
    private readonly voidCharge: VoidCharge,
    private readonly refundCharge: RefundCharge,
    private readonly simulateCharge: SimulateCharge,
  ) {}

  /** No linger of its own: the writer paces, and merges new charges with moves of earlier ones. */
  @BatchMessagePattern('charges.create', { maxSize: 400, lingerMs: 0 })
  create(messages: readonly ReceivedMessage<CreateChargeCommand>[]): Promise<MemberOutcome[]> {
    return carryOutEach(messages, (message) => this.createCharge.execute(message.payload, causedBy(message)));
  }

  @MessagePattern('charges.create-apart')
  createApart(@Payload() command: CreateChargeCommand, @Ctx() context: BusContext) {
    return this.createCharge.execute(command, context.caused);
  }

  @MessagePattern('charges.capture')
  capture(@Payload() command: CaptureChargeCommand, @Ctx() context: BusContext) {
    return this.captureCharge.execute(command, oncePerCommand(command, context), context.caused);
  }

  @MessagePattern('charges.void')
  void(@Payload() command: VoidChargeCommand, @Ctx() context: BusContext) {
    return this.voidCharge.execute(command, oncePerCommand(command, context), context.caused);
  }

  @MessagePattern('charges.refund')
  refund(@Payload() command: RefundChargeCommand, @Ctx() context: BusContext) {
    return this.refundCharge.execute(command, oncePerCommand(command, context), context.caused);
  }

  @MessagePattern('charges.simulate')
  simulate(@Payload() command: SimulateChargeCommand, @Ctx() context: BusContext) {
    return this.simulateCharge.execute(command, oncePerCommand(command, context), context.caused);
  }
}
