import type {
  RemoveTransactionPinCommand,
  ResetTransactionPinCommand,
  SetTransactionPinCommand,
} from '@centavo/contracts';
import { BusContext, oncePerCommand } from '@centavo/messaging';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { RemovePin } from './remove-pin.js';
import { SetPin } from './set-pin.js';

@Controller()
export class PinsController {
  constructor(
    private readonly setPin: SetPin,
    private readonly removePin: RemovePin,
  ) {}

  @MessagePattern('transaction-pin.set')
  set(@Payload() command: SetTransactionPinCommand, @Ctx() context: BusContext) {
    return this.setPin.execute(command, oncePerCommand(command, context));
  }

  @MessagePattern('transaction-pin.remove')
  remove(@Payload() command: RemoveTransactionPinCommand, @Ctx() context: BusContext) {
    return this.removePin.execute(command, oncePerCommand(command, context));
  }

  @MessagePattern('transaction-pin.reset')
  reset(@Payload() command: ResetTransactionPinCommand, @Ctx() context: BusContext) {
    return this.removePin.reset(command, oncePerCommand(command, context));
  }
}
