import { Module } from '@nestjs/common';
import { AnticipationReviewsController } from './anticipation-reviews.controller.js';
import { AnticipationsController } from './anticipations.controller.js';
import { AnticipationQueries } from './anticipations.queries.js';
import { CancelAnticipation } from './cancel-anticipation.js';
import { CreateAnticipation } from './create-anticipation.js';
import { ReviewAnticipation } from './review-anticipation.js';
import { SimulateAnticipation } from './simulate-anticipation.js';

@Module({
  controllers: [AnticipationsController, AnticipationReviewsController],
  providers: [CreateAnticipation, SimulateAnticipation, CancelAnticipation, ReviewAnticipation, AnticipationQueries],
})
export class AnticipationsModule {}
