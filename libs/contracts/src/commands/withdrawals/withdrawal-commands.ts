import type { MerchantCommand } from '../merchant-command.js';
import type { SealedPin } from '../transaction-pin/transaction-pin-commands.js';
import type { CreateWithdrawalDto } from './create-withdrawal.dto.js';

/** The gateway allocates `withdrawal_id`. */
export interface CreateWithdrawalCommand extends MerchantCommand<Omit<CreateWithdrawalDto, 'transaction_pin'>> {
  readonly withdrawal_id: string;
  /** SHA-256 of the body as canonical JSON, without its PIN, base64url: what the body's own `idempotency_key` is held to. */
  readonly fingerprint: string;
  readonly pin: SealedPin | null;
}

export interface CancelWithdrawalCommand extends MerchantCommand<null> {
  readonly withdrawal_id: string;
}

/** What the sandbox can make happen to a withdrawal, as `POST /sandbox/v1/withdrawals/{id}/…` has it. */
export const WITHDRAWAL_SIMULATIONS = ['complete', 'fail'] as const;
export type WithdrawalSimulation = (typeof WITHDRAWAL_SIMULATIONS)[number];

export interface SimulateWithdrawalCommand extends MerchantCommand<null> {
  readonly withdrawal_id: string;
  readonly simulation: WithdrawalSimulation;
}
