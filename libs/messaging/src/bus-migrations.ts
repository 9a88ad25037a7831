import type { MigrationClass } from '@centavo/persistence';
import { BUS_TABLES_MIGRATION } from './bus-tables.migration.js';
import { PublishDeadLetters1763740500000 } from './dead-letters/publish-dead-letters.migration.js';

/** What every service's schema has for its dealings with the bus; comes before each service's own migrations. */
export const BUS_MIGRATIONS: readonly MigrationClass[] = [BUS_TABLES_MIGRATION, PublishDeadLetters1763740500000];
