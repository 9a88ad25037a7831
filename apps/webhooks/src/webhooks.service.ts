import type { ServiceDefinition } from '@centavo/service';
import { WEBHOOKS_MIGRATIONS } from './migrations/index.js';
import { WebhooksModule } from './webhooks.module.js';

/** Postbacks: who wants to hear which events, and telling them. */
export const webhooksService: ServiceDefinition = {
  name: 'webhooks',
  module: WebhooksModule,
  migrations: WEBHOOKS_MIGRATIONS,
  sealedColumns: [
    {
      what: 'signing secrets of postback endpoints',
      table: 'postback_secrets',
      column: 'sealed_secret',
      type: 'bytea',
      id: 'id',
      idType: 'bigint',
      owner: 'endpoint_id',
      where: 'true',
    },
  ],
};
