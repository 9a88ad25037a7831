import type { Anticipation, AnticipationSimulation } from '../resources/anticipation.js';
import type { ApiKey } from '../resources/api-key.js';
import type { CardEncryptionKey, CardToken } from '../resources/card-token.js';
import type { Charge } from '../resources/charge/charge.js';
import type { DeadLetter } from '../resources/dead-letter.js';
import type { LegalRepresentative } from '../resources/dossier/legal-representative.js';
import type { SubmerchantAddress } from '../resources/dossier/submerchant-address.js';
import type { SubmerchantDocument } from '../resources/dossier/submerchant-document.js';
import type { Merchant } from '../resources/merchant.js';
import type { PaymentLink } from '../resources/payment-link.js';
import type { PostbackDelivery, PostbackRecovery } from '../resources/postback-delivery.js';
import type { PostbackEndpoint } from '../resources/postback-endpoint.js';
import type { ReviewedSubmerchant } from '../resources/requirement.js';
import type { SettlementSummary } from '../resources/settlement-summary.js';
import type { Submerchant } from '../resources/submerchant.js';
import type { TransactionPin } from '../resources/transaction-pin.js';
import type { OwnerType, Wallet } from '../resources/wallet.js';
import type { WalletEntry } from '../resources/wallet-entry.js';
import type { Withdrawal } from '../resources/withdrawal.js';
import type { ServiceName } from '../topology.js';
import type {
  CancelAnticipationCommand,
  CreateAnticipationCommand,
  ReviewAnticipationCommand,
  SimulateAnticipationCommand,
} from './anticipations/anticipation-commands.js';
import type { AuditCall, AuditOutcome } from './audit-commands.js';
import type {
  CaptureChargeCommand,
  CreateChargeCommand,
  RefundChargeCommand,
  SimulateChargeCommand,
  VoidChargeCommand,
} from './charges/charge-commands.js';
import type { CreateApiKeyDto } from './create-api-key.dto.js';
import type { CreateMerchantDto } from './create-merchant.dto.js';
import type {
  CreateLegalRepresentativeCommand,
  CreateSubmerchantAddressCommand,
  CreateSubmerchantDocumentCommand,
  DeleteLegalRepresentativeCommand,
  ReviewSubmerchantDocumentCommand,
  UpdateLegalRepresentativeCommand,
} from './dossier/dossier-commands.js';
import type { AdjustWalletCommand, VerifyLedgerCommand } from './ledger/ledger-commands.js';
import type { IdempotencyRequest, MerchantCommand, OperatorCommand } from './merchant-command.js';
import type {
  CreatePaymentLinkCommand,
  DeactivatePaymentLinkCommand,
  PayLinkCommand,
  UpdatePaymentLinkCommand,
} from './payment-links/payment-link-commands.js';
import type {
  CreatePostbackEndpointCommand,
  DeletePostbackEndpointCommand,
  RecoverPostbacksCommand,
  ResendPostbackCommand,
  RotatePostbackSecretCommand,
  TestPostbackEndpointCommand,
  UpdatePostbackEndpointCommand,
} from './postbacks/postback-commands.js';
import type { RunSettlementCommand } from './settlements/settlement-commands.js';
import type {
  CreateSubmerchantCommand,
  ReviewSubmerchantCommand,
  UpdateSubmerchantCommand,
} from './submerchants/submerchant-commands.js';
import type { FindSubmerchantsCommand, SubmerchantStanding } from './submerchants/submerchant-standing.js';
import type { UpdateMerchantDto } from './merchants/update-merchant.dto.js';
import type { TokenizeCardCommand } from './tokenize-card.js';
import type {
  RemoveTransactionPinCommand,
  ResetTransactionPinCommand,
  SetTransactionPinCommand,
} from './transaction-pin/transaction-pin-commands.js';
import type { UpdateApiKeyDto } from './update-api-key.dto.js';
import type {
  CancelWithdrawalCommand,
  CreateWithdrawalCommand,
  SimulateWithdrawalCommand,
} from './withdrawals/withdrawal-commands.js';

export interface CreateMerchantCommand extends OperatorCommand<CreateMerchantDto> {
  readonly merchant_id: string;
  readonly wallet_id: string;
}

export interface UpdateMerchantCommand extends OperatorCommand<UpdateMerchantDto> {
  readonly merchant_id: string;
}

export interface OpenWalletCommand {
  readonly wallet_id: string;
  readonly merchant_id: string;
  readonly owner_id: string;
  readonly owner_type: OwnerType;
}

export interface CreateApiKeyCommand extends MerchantCommand<CreateApiKeyDto> {
  readonly api_key_id: string;
}

export interface UpdateApiKeyCommand extends MerchantCommand<UpdateApiKeyDto> {
  readonly api_key_id: string;
}

/** When keys were last used, as one gateway saw it. */
export interface RecordKeyUseCommand {
  readonly uses: readonly { readonly api_key_id: string; readonly used_at: string }[];
}

export interface RevokeApiKeyCommand extends MerchantCommand<null> {
  readonly api_key_id: string;
}

export interface RequeueDeadLetterCommand {
  readonly idempotency: IdempotencyRequest | null;
  readonly dead_letter_id: string;
}

/** Every service answers this one about its own dead letters. */
type RequeueDeadLetterName<Service extends ServiceName = ServiceName> = `${Service}.dead-letters.requeue`;

/** Every command: who carries it out, what it takes and what it answers. */
export interface Commands extends Record<
  RequeueDeadLetterName,
  { payload: RequeueDeadLetterCommand; data: DeadLetter }
> {
  'charges.create': { payload: CreateChargeCommand; data: Charge };
  /** A charge that may have to wait for somebody before it is made, so it keeps out of the batches of the others. */
  'charges.create-apart': { payload: CreateChargeCommand; data: Charge };
  'charges.capture': { payload: CaptureChargeCommand; data: Charge };
  'charges.void': { payload: VoidChargeCommand; data: Charge };
  'charges.refund': { payload: RefundChargeCommand; data: Charge };
  'charges.simulate': { payload: SimulateChargeCommand; data: Charge };
  'payment-links.create': { payload: CreatePaymentLinkCommand; data: PaymentLink };
  'payment-links.update': { payload: UpdatePaymentLinkCommand; data: PaymentLink };
  'payment-links.deactivate': { payload: DeactivatePaymentLinkCommand; data: PaymentLink };
  'payment-links.pay': { payload: PayLinkCommand; data: Charge };
  'tokens.create': { payload: TokenizeCardCommand; data: CardToken };
  'tokens.public-key': { payload: Record<string, never>; data: CardEncryptionKey };
  'merchants.create': { payload: CreateMerchantCommand; data: { merchant: Merchant; api_key: ApiKey } };
  'merchants.update': { payload: UpdateMerchantCommand; data: Merchant };
  'api-keys.create': { payload: CreateApiKeyCommand; data: ApiKey };
  'api-keys.update': { payload: UpdateApiKeyCommand; data: ApiKey };
  'api-keys.record-use': { payload: RecordKeyUseCommand; data: null };
  'api-keys.revoke': { payload: RevokeApiKeyCommand; data: { id: string; deleted: true } };
  'submerchants.create': { payload: CreateSubmerchantCommand; data: Submerchant };
  'submerchants.update': { payload: UpdateSubmerchantCommand; data: Submerchant };
  'submerchants.review': { payload: ReviewSubmerchantCommand; data: ReviewedSubmerchant };
  /** The submerchants that are not there are left out. */
  'submerchants.find': { payload: FindSubmerchantsCommand; data: readonly SubmerchantStanding[] };
  'audit-log.record': { payload: AuditCall; data: null };
  'audit-log.answer': { payload: AuditOutcome; data: null };
  'submerchant-addresses.create': { payload: CreateSubmerchantAddressCommand; data: SubmerchantAddress };
  'submerchant-documents.create': { payload: CreateSubmerchantDocumentCommand; data: SubmerchantDocument };
  'submerchant-documents.review': { payload: ReviewSubmerchantDocumentCommand; data: SubmerchantDocument };
  'legal-representatives.create': { payload: CreateLegalRepresentativeCommand; data: LegalRepresentative };
  'legal-representatives.update': { payload: UpdateLegalRepresentativeCommand; data: LegalRepresentative };
  'legal-representatives.delete': { payload: DeleteLegalRepresentativeCommand; data: { id: string; deleted: true } };
  'wallets.open': { payload: OpenWalletCommand; data: Wallet };
  'wallets.adjust': { payload: AdjustWalletCommand; data: WalletEntry };
  /** Answers at once which check it is. */
  'ledger.verify': { payload: VerifyLedgerCommand; data: { id: string } };
  'settlements.run': { payload: RunSettlementCommand; data: SettlementSummary };
  'anticipations.create': { payload: CreateAnticipationCommand; data: Anticipation };
  'anticipations.simulate': { payload: SimulateAnticipationCommand; data: AnticipationSimulation };
  'anticipations.cancel': { payload: CancelAnticipationCommand; data: Anticipation };
  'anticipations.review': { payload: ReviewAnticipationCommand; data: Anticipation };
  'withdrawals.create': { payload: CreateWithdrawalCommand; data: Withdrawal };
  /** A withdrawal with a PIN, which takes its time to be verified, so it keeps out of the batches of the others. */
  'withdrawals.create-apart': { payload: CreateWithdrawalCommand; data: Withdrawal };
  'withdrawals.cancel': { payload: CancelWithdrawalCommand; data: Withdrawal };
  'withdrawals.simulate': { payload: SimulateWithdrawalCommand; data: Withdrawal };
  'transaction-pin.set': { payload: SetTransactionPinCommand; data: TransactionPin };
  'transaction-pin.remove': { payload: RemoveTransactionPinCommand; data: { id: string; deleted: true } };
  'transaction-pin.reset': { payload: ResetTransactionPinCommand; data: { id: string; deleted: true } };
  'postback-endpoints.create': { payload: CreatePostbackEndpointCommand; data: PostbackEndpoint };
  'postback-endpoints.update': { payload: UpdatePostbackEndpointCommand; data: PostbackEndpoint };
  'postback-endpoints.delete': { payload: DeletePostbackEndpointCommand; data: { id: string; deleted: true } };
  'postback-endpoints.rotate-secret': { payload: RotatePostbackSecretCommand; data: PostbackEndpoint };
  'postback-endpoints.test': { payload: TestPostbackEndpointCommand; data: PostbackDelivery };
  'postback-endpoints.recover': { payload: RecoverPostbacksCommand; data: PostbackRecovery };
  'postback-deliveries.resend': { payload: ResendPostbackCommand; data: PostbackDelivery };
}
export type CommandName = keyof Commands;

export const COMMAND_SERVICE: Record<CommandName, ServiceName> = {
  'charges.create': 'payments',
  'charges.create-apart': 'payments',
  'charges.capture': 'payments',
  'charges.void': 'payments',
  'charges.refund': 'payments',
  'charges.simulate': 'payments',
  'payment-links.create': 'payments',
  'payment-links.update': 'payments',
  'payment-links.deactivate': 'payments',
  'payment-links.pay': 'payments',
  'tokens.create': 'payments',
  'tokens.public-key': 'payments',
  'merchants.create': 'onboarding',
  'merchants.update': 'onboarding',
  'api-keys.create': 'onboarding',
  'api-keys.update': 'onboarding',
  'api-keys.record-use': 'onboarding',
  'api-keys.revoke': 'onboarding',
  'submerchants.create': 'onboarding',
  'submerchants.update': 'onboarding',
  'submerchants.review': 'onboarding',
  'submerchants.find': 'onboarding',
  'audit-log.record': 'onboarding',
  'audit-log.answer': 'onboarding',
  'submerchant-addresses.create': 'onboarding',
  'submerchant-documents.create': 'onboarding',
  'submerchant-documents.review': 'onboarding',
  'legal-representatives.create': 'onboarding',
  'legal-representatives.update': 'onboarding',
  'legal-representatives.delete': 'onboarding',
  'wallets.open': 'ledger',
  'wallets.adjust': 'ledger',
  'ledger.verify': 'ledger',
  'settlements.run': 'ledger',
  'anticipations.create': 'ledger',
  'anticipations.simulate': 'ledger',
  'anticipations.cancel': 'ledger',
  'anticipations.review': 'ledger',
  'withdrawals.create': 'ledger',
  'withdrawals.create-apart': 'ledger',
  'withdrawals.cancel': 'ledger',
  'withdrawals.simulate': 'ledger',
  'transaction-pin.set': 'ledger',
  'transaction-pin.remove': 'ledger',
  'transaction-pin.reset': 'ledger',
  'postback-endpoints.create': 'webhooks',
  'postback-endpoints.update': 'webhooks',
  'postback-endpoints.delete': 'webhooks',
  'postback-endpoints.rotate-secret': 'webhooks',
  'postback-endpoints.test': 'webhooks',
  'postback-endpoints.recover': 'webhooks',
  'postback-deliveries.resend': 'webhooks',
  'payments.dead-letters.requeue': 'payments',
  'onboarding.dead-letters.requeue': 'onboarding',
  'ledger.dead-letters.requeue': 'ledger',
  'webhooks.dead-letters.requeue': 'webhooks',
};

/** The name of the command that requeues one of a service's dead letters. */
export const requeueDeadLetterCommand = <Service extends ServiceName>(
  service: Service,
): RequeueDeadLetterName<Service> => `${service}.dead-letters.requeue`;
