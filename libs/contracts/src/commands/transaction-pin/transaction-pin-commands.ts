import type { MerchantCommand, OperatorCommand } from '../merchant-command.js';

/** A PIN as it crosses the bus: sealed under `SECRETS_KEY` for its merchant. In clear it is in the gateway and the ledger's memory alone. */
export type SealedPin = string;

export type SetTransactionPinCommand = MerchantCommand<{
  readonly pin: SealedPin;
  readonly current_pin: SealedPin | null;
}>;

export type RemoveTransactionPinCommand = MerchantCommand<{ readonly current_pin: SealedPin }>;

/** An operator removes the PIN of a merchant that has lost it. */
export interface ResetTransactionPinCommand extends OperatorCommand<null> {
  readonly merchant_id: string;
}
