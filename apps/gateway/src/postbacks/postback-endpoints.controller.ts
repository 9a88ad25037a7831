import { CreatePostbackEndpointDto, PostbackEndpoint } from '@centavo/contracts';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersList } from '../docs/answers.decorator.js';
import { CreatePostbackEndpoint } from './create-postback-endpoint.js';
import { PostbackEndpointQueries } from './postback-endpoints.queries.js';

@ApiTags('Postbacks')
@Controller('v1/postbacks/endpoints')
export class PostbackEndpointsController {
  constructor(
    private readonly createEndpoint: CreatePostbackEndpoint,
    private readonly endpoints: PostbackEndpointQueries,
  ) {}

  @Post()
  @Answers('Create a postback endpoint', PostbackEndpoint, { status: 201, errors: ['url_not_allowed'] })
  create(@Caller() caller: MerchantContext, @Body() body: CreatePostbackEndpointDto) {
    return this.createEndpoint.execute(caller, body);
  }

  @Get()
  @AnswersList('List all postback endpoints', PostbackEndpoint)
  list(@Caller() { merchantId }: MerchantContext) {
    return this.endpoints.list(merchantId);
  }
}
