import type { FeeTable } from '../../fees.js';
import type { MerchantCommand } from '../merchant-command.js';
import type { CaptureChargeDto } from './capture-charge.dto.js';
import type { CreateChargeDto } from './create-charge.dto.js';
import type { RefundChargeDto } from './refund-charge.dto.js';

/** The gateway allocates `charge_id` and hands on the fee table that held when the request was authenticated. */
export interface CreateChargeCommand extends MerchantCommand<CreateChargeDto> {
  readonly charge_id: string;
  readonly fees: FeeTable;
}

export interface CaptureChargeCommand extends MerchantCommand<CaptureChargeDto> {
  readonly charge_id: string;
}

export interface VoidChargeCommand extends MerchantCommand<null> {
  readonly charge_id: string;
}

/** The gateway allocates `refund_id`. */
export interface RefundChargeCommand extends MerchantCommand<RefundChargeDto> {
  readonly charge_id: string;
  readonly refund_id: string;
}

/** What the sandbox can make happen to a charge, as `POST /sandbox/v1/charges/{id}/…` has it. */
export const CHARGE_SIMULATIONS = ['pay', 'expire', 'chargeback', 'chargeback/won', 'chargeback/lost'] as const;
export type ChargeSimulation = (typeof CHARGE_SIMULATIONS)[number];

export interface SimulateChargeCommand extends MerchantCommand<null> {
  readonly charge_id: string;
  readonly simulation: ChargeSimulation;
}
