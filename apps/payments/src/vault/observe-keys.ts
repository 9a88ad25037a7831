import { Metrics, reading } from '@centavo/runtime';
import { VaultDatabase } from '@centavo/service';
import { Injectable } from '@nestjs/common';
import { countWrappingKeys } from './keys.sql.js';

/** Shows whether a rotation of the vault's keys was left unfinished. */
@Injectable()
export class ObserveKeys {
  constructor(database: VaultDatabase, metrics: Metrics) {
    metrics.observeState('payments: vault', async () => [reading('vault_keys', {}, await countWrappingKeys(database))]);
  }
}
