import { RemoveTransactionPinDto, SetTransactionPinDto, TransactionPin } from '@centavo/contracts';
import { Body, Controller, Delete, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { Deleted } from '../http/deleted.js';
import { RemoveTransactionPin } from './remove-transaction-pin.js';
import { SetTransactionPin } from './set-transaction-pin.js';

@ApiTags('Transaction PIN')
@Controller('v1/transaction-pin')
export class TransactionPinController {
  constructor(
    private readonly setPin: SetTransactionPin,
    private readonly removePin: RemoveTransactionPin,
  ) {}

  @Put()
  @Answers('Set the PIN that withdrawals need from now on', TransactionPin, {
    errors: ['transaction_pin_invalid', 'transaction_pin_locked'],
  })
  set(@Caller() caller: MerchantContext, @Body() body: SetTransactionPinDto) {
    return this.setPin.execute(caller, body);
  }

  @Delete()
  @Answers('Remove the PIN: withdrawals need none any more', Deleted, {
    errors: ['transaction_pin_invalid', 'transaction_pin_locked'],
  })
  remove(@Caller() caller: MerchantContext, @Body() body: RemoveTransactionPinDto) {
    return this.removePin.execute(caller, body);
  }
}
