import { ReviewedSubmerchant, ReviewSubmerchantDto } from '@centavo/contracts';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator, OperatorContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { ReviewSubmerchant } from './review-submerchant.js';

@ApiTags('Submerchants (operators)')
@Controller('admin/v1/submerchants')
export class SubmerchantReviewsController {
  constructor(private readonly reviewSubmerchant: ReviewSubmerchant) {}

  @Post(':id/review')
  @Answers('Decide on a submerchant', ReviewedSubmerchant, { errors: ['submerchant_not_found', 'review_not_possible'] })
  review(@Operator() operator: OperatorContext, @Param('id') id: string, @Body() body: ReviewSubmerchantDto) {
    return this.reviewSubmerchant.execute(operator, id, body);
  }
}
