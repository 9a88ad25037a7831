import type { MerchantCommand } from '../merchant-command.js';
import type { SealedPin } from '../transaction-pin/transaction-pin-commands.js';
import type { CreateWithdrawalDto } from './create-withdrawal.dto.js';

/** The fields of a body that say where money goes. */
export type DestinationFields = Pick<
  CreateWithdrawalDto,
  'pix_key' | 'pix_key_holder_document' | 'bank_account' | 'crypto'
>;

/** {@link DestinationFields} as they cross the bus: their JSON, sealed under `SECRETS_KEY` for the withdrawal. */
export type SealedDestination = string;

/** The gateway allocates `withdrawal_id`. */
export interface CreateWithdrawalCommand extends MerchantCommand<
  Omit<CreateWithdrawalDto, 'transaction_pin' | keyof DestinationFields>
> {
  readonly withdrawal_id: string;
  /** Of the body as `IdempotencyRequest` has it: what the body's own `idempotency_key` is held to. */
  readonly fingerprint: string;
  readonly destination: SealedDestination;
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
