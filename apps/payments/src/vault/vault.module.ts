import { Logger, Settings } from '@centavo/runtime';
import { VaultDatabase } from '@centavo/service';
import { Module } from '@nestjs/common';
import { FindCard } from './find-card.js';
import { JwkSetKeyProvider } from './keys/jwk-set-key-provider.js';
import { KeyProvider } from './keys/key-provider.port.js';
import { keySourceOf } from './keys/key-source.js';
import { ObserveKeys } from './observe-keys.js';
import { RevealCard } from './reveal-card.js';
import { TokenizeCards } from './tokenize-cards.js';
import { TokensController } from './tokens.controller.js';
import { Vault } from './vault.js';
import { VaultKeys } from './vault-keys.js';

/** Where the vault's keys are. A KMS or HSM takes the key set's place here. */
const keyProvider = {
  provide: KeyProvider,
  useFactory: async (settings: Settings, vault: VaultDatabase, logger: Logger) =>
    new JwkSetKeyProvider(await keySourceOf(settings, vault, logger)),
  inject: [Settings, VaultDatabase, Logger],
};

@Module({
  controllers: [TokensController],
  providers: [keyProvider, VaultKeys, TokenizeCards, FindCard, RevealCard, ObserveKeys, Vault],
  exports: [Vault],
})
export class VaultModule {}
