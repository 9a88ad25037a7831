import { Module } from '@nestjs/common';
import { CreatePostbackEndpoint } from './create-postback-endpoint.js';
import { PostbackEndpointsController } from './postback-endpoints.controller.js';
import { PostbackEndpointQueries } from './postback-endpoints.queries.js';

@Module({ controllers: [PostbackEndpointsController], providers: [CreatePostbackEndpoint, PostbackEndpointQueries] })
export class PostbacksModule {}
