import { ApiProperty } from '@nestjs/swagger';
import { Submerchant } from './submerchant.js';

export const REQUIREMENT_KINDS = ['document', 'field', 'representative'] as const;
export type RequirementKind = (typeof REQUIREMENT_KINDS)[number];

export const REQUIREMENT_STATUSES = ['missing', 'pending', 'rejected', 'ok'] as const;
export type RequirementStatus = (typeof REQUIREMENT_STATUSES)[number];

/** One thing that a review of a submerchant asks for. */
export class Requirement {
  @ApiProperty({ description: "A document type, a field's name or `legal_representative`." }) code!: string;
  @ApiProperty({ enum: REQUIREMENT_KINDS }) kind!: RequirementKind;
  @ApiProperty({ enum: REQUIREMENT_STATUSES }) status!: RequirementStatus;
  @ApiProperty({ format: 'uuid', nullable: true, type: String, description: 'Whom it is asked of, when of a partner.' })
  legal_representative_id!: string | null;
}

/** What `POST /admin/v1/submerchants/{id}/review` answers. */
export class ReviewedSubmerchant extends Submerchant {
  @ApiProperty({ type: [Requirement], description: 'What was not ok when the decision was made.' })
  open_requirements!: Requirement[];
}
