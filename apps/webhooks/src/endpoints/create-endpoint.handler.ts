import {
  created,
  presentPostbackEndpoint,
  type Answer,
  type CreatePostbackEndpointCommand,
  type PostbackEndpoint,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock, GuardedHttpClient } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { newPostbackSecret } from '../signing/postback-secret.domain.js';
import { assertEndpoint } from './assert-endpoint.js';
import { assertRoom } from './assert-room.js';
import { EndpointSecrets } from './endpoint-secrets.js';
import { insertEndpoint } from './endpoints.sql.js';

@Controller()
export class CreateEndpointHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly secrets: EndpointSecrets,
    private readonly client: GuardedHttpClient,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('postback-endpoints.create')
  handle(
    @Payload() command: CreatePostbackEndpointCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<PostbackEndpoint>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((transaction) =>
      this.idempotency.once(transaction, command.merchant_id, request, (work) => this.#create(work, command)),
    );
  }

  async #create(
    transaction: Transaction,
    { endpoint_id, merchant_id, body }: CreatePostbackEndpointCommand,
  ): Promise<Answer<PostbackEndpoint>> {
    assertEndpoint(body, this.client.policy);
    const secret = newPostbackSecret();
    const record = await insertEndpoint(transaction, {
      id: endpoint_id,
      merchantId: merchant_id,
      url: body.url,
      events: body.events,
      sealedSecret: this.secrets.seal(secret, endpoint_id),
      createdAt: this.clock.now(),
    });
    await assertRoom(transaction, merchant_id);
    return created('Postback endpoint created. Keep the secret: it is shown only now.', {
      ...presentPostbackEndpoint(record),
      secret: this.secrets.sealForAnswer(secret, endpoint_id),
    });
  }
}
