import { Module } from '@nestjs/common';
import { AuthenticationHook } from './authentication.hook.js';
import { CredentialDirectory } from './credential-directory.js';
import { CredentialQueries } from './credentials.queries.js';
import { KeyUses } from './key-uses.js';
import { MerchantAuthentication } from './merchant-authentication.js';
import { OperatorAuthentication } from './operator-authentication.js';

@Module({
  providers: [
    AuthenticationHook,
    CredentialDirectory,
    CredentialQueries,
    KeyUses,
    MerchantAuthentication,
    OperatorAuthentication,
  ],
})
export class AuthModule {}
