import { Module } from '@nestjs/common';
import { RemoveTransactionPin } from './remove-transaction-pin.js';
import { SetTransactionPin } from './set-transaction-pin.js';
import { TransactionPinResetsController } from './transaction-pin-resets.controller.js';
import { TransactionPinController } from './transaction-pin.controller.js';

@Module({
  controllers: [TransactionPinController, TransactionPinResetsController],
  providers: [SetTransactionPin, RemoveTransactionPin],
})
export class TransactionPinModule {}
