import { PostbackDelivery } from '@centavo/contracts';
import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { ListPostbackDeliveriesQuery } from './list-postback-deliveries.query.js';
import { PostbackDeliveryQueries } from './postback-deliveries.queries.js';
import { ResendPostbackDelivery } from './resend-postback-delivery.js';

@ApiTags('Postbacks')
@Controller('v1/postbacks/deliveries')
export class PostbackDeliveriesController {
  constructor(
    private readonly resendDelivery: ResendPostbackDelivery,
    private readonly deliveries: PostbackDeliveryQueries,
  ) {}

  @Get()
  @AnswersPage('List what was sent to postback endpoints, deleted ones too', PostbackDelivery)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: ListPostbackDeliveriesQuery) {
    return this.deliveries.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get a postback delivery with its attempts', PostbackDelivery, { errors: ['postback_delivery_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.deliveries.one(merchantId, id);
  }

  @Post(':id/resend')
  @Answers('Send a postback delivery again, now', PostbackDelivery, {
    errors: ['postback_delivery_not_found', 'postback_endpoint_not_active'],
  })
  resend(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.resendDelivery.execute(caller, id);
  }
}
