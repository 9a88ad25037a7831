import { Module } from '@nestjs/common';
import { ChainJournal } from '../chain/chain-journal.js';
import { ObserveChecks } from './observe-checks.js';
import { RunChecks } from './run-checks.js';
import { VerifyLedgerHandler } from './verify-ledger.handler.js';
import { WatchLedger } from './watch-ledger.js';

/** What proves the journal, behind the back of whoever posts to it. */
@Module({ controllers: [VerifyLedgerHandler], providers: [ChainJournal, RunChecks, WatchLedger, ObserveChecks] })
export class VerifyModule {}
