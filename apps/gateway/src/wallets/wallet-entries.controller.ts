import { WalletEntry } from '@centavo/contracts';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { AnswersPageOrCsv } from '../docs/answers.decorator.js';
import { PrefersCsv } from '../http/csv/prefers-csv.js';
import { ListWalletEntriesQuery } from './list-wallet-entries.query.js';
import { WalletEntryQueries } from './wallet-entries.queries.js';

@ApiTags('Wallets')
@Controller('v1/wallets/:id/entries')
export class WalletEntriesController {
  constructor(private readonly entries: WalletEntryQueries) {}

  @Get()
  @AnswersPageOrCsv("List the entries of a wallet's available balance", WalletEntry, { errors: ['wallet_not_found'] })
  list(
    @Caller() { merchantId }: MerchantContext,
    @Param('id') id: string,
    @Query() query: ListWalletEntriesQuery,
    @PrefersCsv() isCsv: boolean,
  ) {
    return isCsv ? this.entries.csv(merchantId, id, query) : this.entries.list(merchantId, id, query);
  }
}
