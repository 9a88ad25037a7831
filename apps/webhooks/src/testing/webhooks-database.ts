import { BUS_TABLES_MIGRATION } from '@centavo/messaging';
import { startTestDatabase, type TestDatabase } from '@centavo/testing';
import { webhooksService } from '../webhooks.service.js';

/** A fresh database with this service's schema. */
export const startWebhooksDatabase = (): Promise<TestDatabase> =>
  startTestDatabase([webhooksService], { shared: [BUS_TABLES_MIGRATION] });
