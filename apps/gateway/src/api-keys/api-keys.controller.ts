import { ApiKey, CreateApiKeyDto, UpdateApiKeyDto } from '@centavo/contracts';
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, MerchantContext } from '../auth/caller.js';
import { Answers, AnswersPage } from '../docs/answers.decorator.js';
import { Deleted } from '../http/deleted.js';
import { PageQuery } from '../http/lists/page.query.js';
import { ApiKeyQueries } from './api-keys.queries.js';
import { CreateApiKey } from './create-api-key.js';
import { RevokeApiKey } from './revoke-api-key.js';
import { UpdateApiKey } from './update-api-key.js';

@ApiTags('API keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly createApiKey: CreateApiKey,
    private readonly updateApiKey: UpdateApiKey,
    private readonly revokeApiKey: RevokeApiKey,
    private readonly apiKeys: ApiKeyQueries,
  ) {}

  @Post()
  @Answers('Create an API key pair', ApiKey, { status: 201 })
  create(@Caller() caller: MerchantContext, @Body() body: CreateApiKeyDto) {
    return this.createApiKey.execute(caller, body);
  }

  @Get()
  @AnswersPage('List API keys', ApiKey)
  list(@Caller() { merchantId }: MerchantContext, @Query() query: PageQuery) {
    return this.apiKeys.list(merchantId, query);
  }

  @Get(':id')
  @Answers('Get an API key', ApiKey, { errors: ['api_key_not_found'] })
  one(@Caller() { merchantId }: MerchantContext, @Param('id') id: string) {
    return this.apiKeys.one(merchantId, id);
  }

  @Patch(':id')
  @Answers('Change the name, the addresses or the state of an API key', ApiKey, { errors: ['api_key_not_found'] })
  update(@Caller() caller: MerchantContext, @Param('id') id: string, @Body() body: UpdateApiKeyDto) {
    return this.updateApiKey.execute(caller, id, body);
  }

  @Delete(':id')
  @Answers('Revoke an API key', Deleted, { errors: ['api_key_not_found'] })
  revoke(@Caller() caller: MerchantContext, @Param('id') id: string) {
    return this.revokeApiKey.execute(caller, id);
  }
}
