import type { MerchantCommand, OperatorCommand } from '../merchant-command.js';
import type { CreateLegalRepresentativeDto } from './create-legal-representative.dto.js';
import type { CreateSubmerchantAddressDto } from './create-submerchant-address.dto.js';
import type { CreateSubmerchantDocumentDto } from './create-submerchant-document.dto.js';
import type { ReviewSubmerchantDocumentDto } from './review-submerchant-document.dto.js';
import type { UpdateLegalRepresentativeDto } from './update-legal-representative.dto.js';

/** The gateway allocates `address_id`. */
export interface CreateSubmerchantAddressCommand extends MerchantCommand<CreateSubmerchantAddressDto> {
  readonly submerchant_id: string;
  readonly address_id: string;
}

/** The gateway allocates `document_id`. */
export interface CreateSubmerchantDocumentCommand extends MerchantCommand<CreateSubmerchantDocumentDto> {
  readonly submerchant_id: string;
  readonly document_id: string;
}

export interface ReviewSubmerchantDocumentCommand extends OperatorCommand<ReviewSubmerchantDocumentDto> {
  readonly document_id: string;
}

/** The gateway allocates `representative_id`. */
export interface CreateLegalRepresentativeCommand extends MerchantCommand<CreateLegalRepresentativeDto> {
  readonly submerchant_id: string;
  readonly representative_id: string;
}

export interface UpdateLegalRepresentativeCommand extends MerchantCommand<UpdateLegalRepresentativeDto> {
  readonly submerchant_id: string;
  readonly representative_id: string;
}

export interface DeleteLegalRepresentativeCommand extends MerchantCommand<null> {
  readonly submerchant_id: string;
  readonly representative_id: string;
}
