import { Wallet } from '@centavo/contracts';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { PageQuery } from '../http/lists/page.query.js';
import { WalletQueries } from './wallets.queries.js';

@ApiTags('Wallets')
@Controller('v1/wallets')
export class WalletsController {
  constructor(private readonly wallets: WalletQueries) {}

  @Get()
  @AnswersPage('List wallets', Wallet)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: PageQuery) {
    return this.wallets.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get a wallet', Wallet, { errors: ['wallet_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.wallets.one(merchantId, id);
  }
}
