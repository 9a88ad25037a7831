import type { OperatorCommand } from '../merchant-command.js';
import type { AdjustWalletDto } from './adjust-wallet.dto.js';

export interface AdjustWalletCommand extends OperatorCommand<AdjustWalletDto> {
  readonly adjustment_id: string;
  readonly wallet_id: string;
}

/** Asks for a check of the whole ledger. What it finds stands in `published_ledger_checks` in the end. */
export interface VerifyLedgerCommand extends OperatorCommand<null> {
  readonly check_id: string;
}
