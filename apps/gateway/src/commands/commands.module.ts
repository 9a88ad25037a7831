import { Global, Module } from '@nestjs/common';
import { BacklogGate } from './backlog-gate.js';
import { CommandClient } from './command-client.js';
import { SealedSecrets } from './sealed-secrets.js';

const PROVIDERS = [CommandClient, BacklogGate, SealedSecrets];

/** The way to the services, for every feature. */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class CommandsModule {}
