import { Module } from '@nestjs/common';
import { AnticipateDaily } from './anticipations/anticipate-daily.js';
import { ApproveAnticipation } from './anticipations/approve-anticipation.js';
import { CancelAnticipationHandler } from './anticipations/cancel-anticipation.handler.js';
import { CreateAnticipationHandler } from './anticipations/create-anticipation.handler.js';
import { EndAnticipation } from './anticipations/end-anticipation.js';
import { RequestAnticipation } from './anticipations/request-anticipation.js';
import { ReviewAnticipationHandler } from './anticipations/review-anticipation.handler.js';
import { SettleAnticipations } from './anticipations/settle-anticipations.js';
import { SimulateAnticipationHandler } from './anticipations/simulate-anticipation.handler.js';
import { AdjustWalletHandler } from './adjustments/adjust-wallet.handler.js';
import { Books } from './books/books.js';
import { MerchantsController } from './merchants/merchants.controller.js';
import { MovementsController } from './movements/movements.controller.js';
import { PostFollowUps } from './movements/post-follow-ups.js';
import { PostWaitingMovements } from './movements/post-waiting-movements.js';
import { TakeMovements } from './movements/take-movements.js';
import { FoldReceivableSums } from './receivables/fold-receivable-sums.js';
import { PinHashes } from './pins/pin-hashes.js';
import { PinsController } from './pins/pins.controller.js';
import { RemovePin } from './pins/remove-pin.js';
import { SetPin } from './pins/set-pin.js';
import { VerifyPin } from './pins/verify-pin.js';
import { PostCaptures } from './receivables/post-captures.js';
import { ObserveSettlement } from './settlement/observe-settlement.js';
import { RunDailySettlement } from './settlement/run-daily-settlement.js';
import { RunSettlementHandler } from './settlement/run-settlement.handler.js';
import { SettleReceivables } from './settlement/settle-receivables.js';
import { SettlementListener } from './settlement/settlement-listener.js';
import { SettlementLimits } from './settlement/settlement-limits.js';
import { SettlementMetrics } from './settlement/settlement-metrics.js';
import { VerifyModule } from './verify/verify.module.js';
import { FollowSubmerchants } from './wallets/follow-submerchants.js';
import { OpenWallet } from './wallets/open-wallet.js';
import { WalletsController } from './wallets/wallets.controller.js';
import { ObserveDueWithdrawals } from './withdrawals/observe-due-withdrawals.js';
import { WithdrawalsController } from './withdrawals/withdrawals.controller.js';
import { WITHDRAWAL_PROVIDERS } from './withdrawals/withdrawals.providers.js';

@Module({
  imports: [VerifyModule],
  controllers: [
    AdjustWalletHandler,
    MovementsController,
    WalletsController,
    MerchantsController,
    RunSettlementHandler,
    CreateAnticipationHandler,
    SimulateAnticipationHandler,
    CancelAnticipationHandler,
    ReviewAnticipationHandler,
    WithdrawalsController,
    PinsController,
  ],
  providers: [
    Books,
    TakeMovements,
    PostCaptures,
    FoldReceivableSums,
    PostFollowUps,
    PostWaitingMovements,
    OpenWallet,
    FollowSubmerchants,
    SettleReceivables,
    RunDailySettlement,
    SettlementLimits,
    SettlementMetrics,
    ObserveSettlement,
    ObserveDueWithdrawals,
    AnticipateDaily,
    RequestAnticipation,
    ApproveAnticipation,
    EndAnticipation,
    SettleAnticipations,
    ...WITHDRAWAL_PROVIDERS,
    PinHashes,
    VerifyPin,
    SetPin,
    RemovePin,
    { provide: SettlementListener, useExisting: SettleAnticipations },
  ],
})
export class LedgerModule {}
