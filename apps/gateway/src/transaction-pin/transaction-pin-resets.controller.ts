import { Controller, Delete, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator, OperatorContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { Deleted } from '../http/deleted.js';
import { RemoveTransactionPin } from './remove-transaction-pin.js';

@ApiTags('Merchants (operators)')
@Controller('admin/v1/merchants')
export class TransactionPinResetsController {
  constructor(private readonly removePin: RemoveTransactionPin) {}

  @Delete(':id/transaction-pin')
  @Answers('Remove the transaction PIN of a merchant that has lost it', Deleted, { errors: ['merchant_not_found'] })
  reset(@Operator() operator: OperatorContext, @Param('id') id: string) {
    return this.removePin.reset(operator, id);
  }
}
