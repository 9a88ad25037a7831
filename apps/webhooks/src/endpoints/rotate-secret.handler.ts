import {
  done,
  presentPostbackEndpoint,
  type Answer,
  type PostbackEndpoint,
  type RotatePostbackSecretCommand,
} from '@centavo/contracts';
import { BusContext, Idempotency, oncePerCommand } from '@centavo/messaging';
import { Database, type Transaction } from '@centavo/persistence';
import { Clock } from '@centavo/runtime';
import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { EndpointChanges } from '../delivery/endpoint-changes.js';
import { newPostbackSecret } from '../signing/postback-secret.domain.js';
import { EndpointSecrets } from './endpoint-secrets.js';
import { touchEndpoint } from './endpoints.sql.js';
import { holdEndpoint } from './hold-endpoint.js';
import { rotateSecret } from './secrets.sql.js';

/** So long a receiver has time to change over. */
const OLD_SIGNS_MS = 24 * 3_600_000;
/** Every secret is one more signature in a header; whoever rotates more often than this in a day is not waiting for receivers. */
const MAX_SECRETS = 5;

@Controller()
export class RotateSecretHandler {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly secrets: EndpointSecrets,
    private readonly changes: EndpointChanges,
    private readonly clock: Clock,
  ) {}

  @MessagePattern('postback-endpoints.rotate-secret')
  handle(
    @Payload() command: RotatePostbackSecretCommand,
    @Ctx() context: BusContext,
  ): Promise<Answer<PostbackEndpoint>> {
    const request = oncePerCommand(command, context);
    return this.database.transaction((outer) =>
      this.idempotency.once(outer, command.merchant_id, request, (transaction) => this.#rotate(transaction, command)),
    );
  }

  async #rotate(
    transaction: Transaction,
    { merchant_id, endpoint_id: id }: RotatePostbackSecretCommand,
  ): Promise<Answer<PostbackEndpoint>> {
    await holdEndpoint(transaction, merchant_id, id);
    const now = this.clock.now();
    const secret = newPostbackSecret();
    await rotateSecret(transaction, {
      endpointId: id,
      sealedSecret: this.secrets.seal(secret, id),
      now,
      oldSignsUntil: new Date(now.getTime() + OLD_SIGNS_MS),
      atMost: MAX_SECRETS,
    });
    const endpoint = await touchEndpoint(transaction, id, now);
    transaction.afterCommit(() => this.changes.announce(id));
    return done('Secret rotated. Keep the new one: it is shown only now. The old one signs along for 24 hours.', {
      ...presentPostbackEndpoint(endpoint),
      secret: this.secrets.sealForAnswer(secret, id),
    });
  }
}
