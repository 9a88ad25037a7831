import { Module } from '@nestjs/common';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeyQueries } from './api-keys.queries.js';
import { CreateApiKey } from './create-api-key.js';
import { RevokeApiKey } from './revoke-api-key.js';
import { UpdateApiKey } from './update-api-key.js';

@Module({ controllers: [ApiKeysController], providers: [ApiKeyQueries, CreateApiKey, UpdateApiKey, RevokeApiKey] })
export class ApiKeysModule {}
