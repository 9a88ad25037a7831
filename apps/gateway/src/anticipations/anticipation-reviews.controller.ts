import { Anticipation, ReviewAnticipationDto } from '@centavo/contracts';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operator, OperatorContext } from '../auth/caller.js';
import { Answers } from '../docs/answers.decorator.js';
import { ReviewAnticipation } from './review-anticipation.js';

@ApiTags('Anticipations (operators)')
@Controller('admin/v1/anticipations')
export class AnticipationReviewsController {
  constructor(private readonly reviewAnticipation: ReviewAnticipation) {}

  @Post(':id/review')
  @Answers('Decide on an anticipation', Anticipation, { errors: ['anticipation_not_found', 'review_not_possible'] })
  review(@Operator() operator: OperatorContext, @Param('id') id: string, @Body() body: ReviewAnticipationDto) {
    return this.reviewAnticipation.execute(operator, id, body);
  }
}
