import {
  CreatePostbackEndpointDto,
  PostbackDelivery,
  PostbackEndpoint,
  PostbackRecovery,
  RecoverPostbacksDto,
  UpdatePostbackEndpointDto,
} from '@centavo/contracts';
import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersList } from '../docs/answers.decorator.js';
import { Deleted } from '../http/deleted.js';
import { CreatePostbackEndpoint } from './create-postback-endpoint.js';
import { DeletePostbackEndpoint } from './delete-postback-endpoint.js';
import { PostbackEndpointQueries } from './postback-endpoints.queries.js';
import { RecoverPostbacks } from './recover-postbacks.js';
import { RotatePostbackSecret } from './rotate-postback-secret.js';
import { TestPostbackEndpoint } from './test-postback-endpoint.js';
import { UpdatePostbackEndpoint } from './update-postback-endpoint.js';

@ApiTags('Postbacks')
@Controller('v1/postbacks/endpoints')
export class PostbackEndpointsController {
  constructor(
    private readonly createEndpoint: CreatePostbackEndpoint,
    private readonly updateEndpoint: UpdatePostbackEndpoint,
    private readonly deleteEndpoint: DeletePostbackEndpoint,
    private readonly rotateSecret: RotatePostbackSecret,
    private readonly testEndpoint: TestPostbackEndpoint,
    private readonly recoverPostbacks: RecoverPostbacks,
    private readonly endpoints: PostbackEndpointQueries,
  ) {}

  @Post()
  @Answers('Create a postback endpoint', PostbackEndpoint, {
    status: 201,
    errors: ['url_not_allowed', 'postback_endpoint_limit_reached'],
  })
  create(@Caller() caller: MerchantContext, @Body() body: CreatePostbackEndpointDto) {
    return this.createEndpoint.execute(caller, body);
  }

  @Get()
  @AnswersList('List all postback endpoints', PostbackEndpoint)
  list(@Caller() { merchantId }: MerchantContext) {
    return this.endpoints.list(merchantId);
  }

  @Get(':id')
  @Answers('Get a postback endpoint', PostbackEndpoint, { errors: ['postback_endpoint_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.endpoints.one(merchantId, id);
  }

  @Patch(':id')
  @Answers('Change the address, the events or the status of a postback endpoint', PostbackEndpoint, {
    errors: ['postback_endpoint_not_found', 'url_not_allowed'],
  })
  update(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: UpdatePostbackEndpointDto) {
    return this.updateEndpoint.execute(caller, id, body);
  }

  @Delete(':id')
  @Answers('Delete a postback endpoint with its secrets; what waits for it is canceled', Deleted, {
    errors: ['postback_endpoint_not_found'],
  })
  delete(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.deleteEndpoint.execute(caller, id);
  }

  @Post(':id/secret/rotate')
  @Answers('Get a new signing secret; the old one signs along for 24 hours', PostbackEndpoint, {
    errors: ['postback_endpoint_not_found'],
  })
  rotate(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.rotateSecret.execute(caller, id);
  }

  @Post(':id/test')
  @Answers('Send a postback endpoint the event `postback.test`', PostbackDelivery, {
    status: 201,
    errors: ['postback_endpoint_not_found', 'postback_endpoint_not_active'],
  })
  test(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.testEndpoint.execute(caller, id);
  }

  @Post(':id/recover')
  @Answers('Send a postback endpoint all that it listens to and has not received since a moment', PostbackRecovery, {
    errors: ['postback_endpoint_not_found', 'postback_endpoint_not_active'],
  })
  recover(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: RecoverPostbacksDto) {
    return this.recoverPostbacks.execute(caller, id, body);
  }
}
