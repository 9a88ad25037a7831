import type { MerchantCommand } from '../merchant-command.js';
import type { RunSettlementDto } from './run-settlement.dto.js';

/** In the sandbox: settles the merchant's receivables and its submerchants' as if it were that day. */
export type RunSettlementCommand = MerchantCommand<RunSettlementDto>;
