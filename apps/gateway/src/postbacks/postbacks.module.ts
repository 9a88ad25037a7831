import { Module } from '@nestjs/common';
import { CreatePostbackEndpoint } from './create-postback-endpoint.js';
import { DeletePostbackEndpoint } from './delete-postback-endpoint.js';
import { EventCatalogue } from './event-catalogue.js';
import { EventCatalogueController } from './event-catalogue.controller.js';
import { PostbackDeliveriesController } from './postback-deliveries.controller.js';
import { PostbackDeliveryQueries } from './postback-deliveries.queries.js';
import { PostbackEndpointsController } from './postback-endpoints.controller.js';
import { PostbackEndpointQueries } from './postback-endpoints.queries.js';
import { RecoverPostbacks } from './recover-postbacks.js';
import { ResendPostbackDelivery } from './resend-postback-delivery.js';
import { RotatePostbackSecret } from './rotate-postback-secret.js';
import { TestPostbackEndpoint } from './test-postback-endpoint.js';
import { UpdatePostbackEndpoint } from './update-postback-endpoint.js';

@Module({
  controllers: [EventCatalogueController, PostbackEndpointsController, PostbackDeliveriesController],
  providers: [
    CreatePostbackEndpoint,
    UpdatePostbackEndpoint,
    DeletePostbackEndpoint,
    RotatePostbackSecret,
    TestPostbackEndpoint,
    RecoverPostbacks,
    ResendPostbackDelivery,
    PostbackEndpointQueries,
    PostbackDeliveryQueries,
    EventCatalogue,
  ],
})
export class PostbacksModule {}
