import { Metrics, Settings } from '@centavo/runtime';
import { simulationNotice } from '@centavo/service';
import { Module } from '@nestjs/common';
import { Acquirer, AcquirerNotifications } from './acquirers/acquirer.port.js';
import { ResilientAcquirer } from './acquirers/resilience/resilient-acquirer.js';
import { SandboxAcquirer } from './acquirers/sandbox/sandbox-acquirer.js';
import { SandboxNotifier } from './acquirers/sandbox/sandbox-notifier.js';
import { SandboxTriggers } from './acquirers/sandbox/sandbox-triggers.js';
import { CardDirectory } from './cards/card-directory.js';
import { AuthorizationQueue } from './charges/authorize/authorization-queue.js';
import { AuthorizeCharge } from './charges/authorize/authorize-charge.js';
import { ReverseFailedCharge } from './charges/reverse-failed-charge.js';
import { ChargeTasks } from './charges/charge-tasks.js';
import { ChargesController } from './charges/charges.controller.js';
import { AbandonCharge } from './charges/create/abandon-charge.js';
import { CreateCharge } from './charges/create/create-charge.js';
import { DraftCharge } from './charges/create/draft-charge.js';
import { LaunchCharge } from './charges/create/launch-charge.js';
import { NamedSubmerchants } from './charges/create/named-submerchants.js';
import { PaymentCode } from './charges/create/payment-code.js';
import { FoldChargeCounts } from './charges/fold-charge-counts.js';
import { ReceiveNotification } from './charges/notify/receive-notification.js';
import { SimulateCharge } from './charges/notify/simulate-charge.js';
import { ObserveDueCharges } from './charges/observe-due-charges.js';
import { BeginOperation } from './charges/operate/begin-operation.js';
import { CaptureCharge } from './charges/operate/capture-charge.js';
import { ExpireCharge } from './charges/operate/expire-charge.js';
import { FinishOperation } from './charges/operate/finish-operation.js';
import { OperateOnCharge } from './charges/operate/operate-on-charge.js';
import { RefundCharge } from './charges/operate/refund-charge.js';
import { VoidCharge } from './charges/operate/void-charge.js';
import { RecoverCharges } from './charges/recover-charges.js';
import { ChargeWriter } from './charges/write/charge-writer.js';
import { ChangePaymentLink } from './payment-links/change-payment-link.js';
import { CreatePaymentLink } from './payment-links/create-payment-link.js';
import { DeactivatePaymentLink } from './payment-links/deactivate-payment-link.js';
import { ExpirePaymentLinks } from './payment-links/expire-payment-links.js';
import { PayLink } from './payment-links/pay-link.js';
import { PaymentLinkUses } from './payment-links/payment-link-uses.js';
import { PaymentLinkWriter } from './payment-links/payment-link-writer.js';
import { PaymentLinksController } from './payment-links/payment-links.controller.js';
import { UpdatePaymentLink } from './payment-links/update-payment-link.js';
import { AskOnboarding } from './submerchants/ask-onboarding.js';
import { KnownSubmerchants } from './submerchants/known-submerchants.js';
import { SubmerchantsController } from './submerchants/submerchants.controller.js';
import { VaultModule } from './vault/vault.module.js';

/** The acquirer that charges are sent to. A real one takes the sandbox's place here. */
const acquirers = [
  simulationNotice('acquirer'),
  SandboxAcquirer,
  SandboxTriggers,
  SandboxNotifier,
  {
    provide: Acquirer,
    useFactory: (sandbox: SandboxAcquirer, settings: Settings, metrics: Metrics) =>
      new ResilientAcquirer(sandbox, settings, metrics),
    inject: [SandboxAcquirer, Settings, Metrics],
  },
];

const submerchants = [KnownSubmerchants, AskOnboarding, NamedSubmerchants];

const charges = [
  ChargeWriter,
  CreateCharge,
  DraftCharge,
  LaunchCharge,
  PaymentCode,
  AbandonCharge,
  ChargeTasks,
  AuthorizeCharge,
  AuthorizationQueue,
  ReverseFailedCharge,
  BeginOperation,
  FinishOperation,
  OperateOnCharge,
  CaptureCharge,
  VoidCharge,
  RefundCharge,
  ExpireCharge,
  SimulateCharge,
  RecoverCharges,
  ObserveDueCharges,
  FoldChargeCounts,
  { provide: AcquirerNotifications, useClass: ReceiveNotification },
];

const paymentLinks = [
  PaymentLinkWriter,
  PaymentLinkUses,
  ChangePaymentLink,
  CreatePaymentLink,
  UpdatePaymentLink,
  DeactivatePaymentLink,
  PayLink,
  ExpirePaymentLinks,
];

@Module({
  imports: [VaultModule],
  controllers: [ChargesController, PaymentLinksController, SubmerchantsController],
  providers: [...acquirers, CardDirectory, ...submerchants, ...charges, ...paymentLinks],
})
export class PaymentsModule {}
