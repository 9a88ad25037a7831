import type { MerchantCommand, OperatorCommand } from '../merchant-command.js';
import type { CreateAnticipationDto } from './create-anticipation.dto.js';
import type { ReviewAnticipationDto } from './review-anticipation.dto.js';

/** The gateway allocates `anticipation_id`. */
export interface CreateAnticipationCommand extends MerchantCommand<CreateAnticipationDto> {
  readonly anticipation_id: string;
}

export type SimulateAnticipationCommand = MerchantCommand<CreateAnticipationDto>;

export interface CancelAnticipationCommand extends MerchantCommand<null> {
  readonly anticipation_id: string;
}

export interface ReviewAnticipationCommand extends OperatorCommand<ReviewAnticipationDto> {
  readonly anticipation_id: string;
}
