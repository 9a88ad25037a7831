import { AdjustWalletDto, LedgerReport, WalletEntry } from '@centavo/contracts';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator, OperatorContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { Gone } from '../http/patience.js';
import { AdjustWallet } from './adjust-wallet.js';
import { VerifyLedger } from './verify-ledger.js';

@ApiTags('Ledger (operators)')
@Controller('admin/v1')
export class LedgerController {
  constructor(
    private readonly verifyLedger: VerifyLedger,
    private readonly adjustWallet: AdjustWallet,
  ) {}

  @Post('ledger/verify')
  @Answers('Work out the whole ledger again and compare', LedgerReport)
  verify(@Operator() operator: OperatorContext, @Gone() gone: AbortSignal) {
    return this.verifyLedger.execute(operator, gone);
  }

  @Post('wallets/:id/adjustments')
  @Answers("Put a wallet's available balance right by hand", WalletEntry, { status: 201, errors: ['wallet_not_found'] })
  adjust(@Operator() operator: OperatorContext, @Param('id') id: string, @Body() body: AdjustWalletDto) {
    return this.adjustWallet.execute(operator, id, body);
  }
}
