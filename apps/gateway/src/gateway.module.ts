import { platformProviders, type TracedPlatform } from '@centavo/service';
import { PrimaryReads, Reads } from '@centavo/persistence';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { AnticipationsModule } from './anticipations/anticipations.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { ChargesSandboxModule } from './charges/charges-sandbox.module.js';
import { ChargesModule } from './charges/charges.module.js';
import { CheckoutModule } from './checkout/checkout.module.js';
import { CommandsModule } from './commands/commands.module.js';
import { DeadLettersModule } from './dead-letters/dead-letters.module.js';
import { ApiDocument } from './docs/api-document.js';
import { DossiersModule } from './dossiers/dossiers.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpErrorFilter } from './http/errors/http-error.filter.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { ListsModule } from './http/lists/lists.module.js';
import { RequestPipe } from './http/request.pipe.js';
import { RouteTable } from './http/route-table.js';
import { MerchantsModule } from './merchants/merchants.module.js';
import { PaymentLinksModule } from './payment-links/payment-links.module.js';
import { PaymentSlipsModule } from './payment-slips/payment-slips.module.js';
import { PostbacksModule } from './postbacks/postbacks.module.js';
import { ReceivablesModule } from './receivables/receivables.module.js';
import { SettlementsSandboxModule } from './settlements/settlements-sandbox.module.js';
import { SubmerchantsModule } from './submerchants/submerchants.module.js';
import { TokensModule } from './tokens/tokens.module.js';
import { TransactionPinModule } from './transaction-pin/transaction-pin.module.js';
import { WalletsModule } from './wallets/wallets.module.js';
import { WithdrawalsSandboxModule } from './withdrawals/withdrawals-sandbox.module.js';
import { WithdrawalsModule } from './withdrawals/withdrawals.module.js';

const FEATURES = [
  ChargesModule,
  TokensModule,
  SubmerchantsModule,
  DossiersModule,
  ReceivablesModule,
  AnticipationsModule,
  WalletsModule,
  WithdrawalsModule,
  TransactionPinModule,
  PaymentLinksModule,
  CheckoutModule,
  PostbacksModule,
  ApiKeysModule,
  MerchantsModule,
  LedgerModule,
  DeadLettersModule,
  AuditModule,
  PaymentSlipsModule,
  HealthModule,
];

/** Below `/sandbox/v1`: in production there is no such route. */
const SANDBOX_FEATURES = [ChargesSandboxModule, SettlementsSandboxModule, WithdrawalsSandboxModule];

@Module({})
export class GatewayModule {
  static on(platform: TracedPlatform, routes: RouteTable, document: ApiDocument): DynamicModule {
    const provided = [
      ...platformProviders(platform),
      { provide: Reads, useValue: platform.reads ?? new PrimaryReads(platform.database) },
      { provide: RouteTable, useValue: routes },
      { provide: ApiDocument, useValue: document },
    ];
    return {
      module: GatewayModule,
      global: true,
      imports: [
        AuthModule,
        CommandsModule,
        ListsModule,
        ...FEATURES,
        ...(platform.settings.isSandbox ? SANDBOX_FEATURES : []),
      ],
      providers: [
        ...provided,
        { provide: APP_FILTER, useClass: HttpErrorFilter },
        { provide: APP_PIPE, useClass: RequestPipe },
      ],
      exports: provided,
    };
  }
}
