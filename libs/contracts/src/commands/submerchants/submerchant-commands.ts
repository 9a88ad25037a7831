import type { MerchantCommand, OperatorCommand } from '../merchant-command.js';
import type { CreateSubmerchantDto } from './create-submerchant.dto.js';
import type { ReviewSubmerchantDto } from './review-submerchant.dto.js';
import type { UpdateSubmerchantDto } from './update-submerchant.dto.js';

export interface CreateSubmerchantCommand extends MerchantCommand<CreateSubmerchantDto> {
  readonly submerchant_id: string;
  readonly wallet_id: string;
}

export interface UpdateSubmerchantCommand extends MerchantCommand<UpdateSubmerchantDto> {
  readonly submerchant_id: string;
}

export interface ReviewSubmerchantCommand extends OperatorCommand<ReviewSubmerchantDto> {
  readonly submerchant_id: string;
}
