import type { ServiceName } from '@centavo/contracts';
import type { MigrationClass } from '@centavo/persistence';
import type { Type } from '@nestjs/common';
import type { EntitySchema } from 'typeorm';
import type { KeyedHashes, SealedColumn } from './secrets/sealed-column.js';

/** A service: what it is called everywhere, what it does and what its schema is made of. */
export interface ServiceDefinition {
  /** Name of its schema, role, consumer group and topics. */
  readonly name: ServiceName;
  /** Its Nest module, with controllers for its commands and events. */
  readonly module: Type;
  /** Its own tables; those of the bus come before. */
  readonly migrations: readonly MigrationClass[];
  /** A schema that no other service can open, with a role and a password of its own: the card vault's. */
  readonly vaultMigrations?: readonly MigrationClass[];
  /** Where its tables hold what is sealed under `SECRETS_KEY`, beside the answers that every service keeps. */
  readonly sealedColumns?: readonly SealedColumn[];
  /** Where they hold hashes that `SECRETS_KEY` keys. */
  readonly keyedHashes?: readonly KeyedHashes[];
  /** TypeORM entities that `transaction.manager` knows. */
  readonly entities?: readonly (Function | EntitySchema)[];
}
