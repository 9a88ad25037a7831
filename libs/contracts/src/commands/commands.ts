import type { ApiKey } from '../resources/api-key.js';
import type { CardEncryptionKey, CardToken } from '../resources/card-token.js';
import type { Charge } from '../resources/charge/charge.js';
import type { DeadLetter } from '../resources/dead-letter.js';
import type { Merchant } from '../resources/merchant.js';
import type { PostbackEndpoint } from '../resources/postback-endpoint.js';
import type { OwnerType, Wallet } from '../resources/wallet.js';
import type { ServiceName } from '../topology.js';
import type {
  CaptureChargeCommand,
  CreateChargeCommand,
  RefundChargeCommand,
  SimulateChargeCommand,
  VoidChargeCommand,
} from './charges/charge-commands.js';
import type { CreateApiKeyDto } from './create-api-key.dto.js';
import type { CreateMerchantDto } from './create-merchant.dto.js';
import type { CreatePostbackEndpointDto } from './create-postback-endpoint.dto.js';
import type { IdempotencyRequest, MerchantCommand } from './merchant-command.js';
import type { TokenizeCardCommand } from './tokenize-card.js';

export interface CreateMerchantCommand {
  readonly merchant_id: string;
  readonly wallet_id: string;
  readonly idempotency: IdempotencyRequest | null;
  readonly body: CreateMerchantDto;
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

export interface RevokeApiKeyCommand extends MerchantCommand<null> {
  readonly api_key_id: string;
}

export interface CreatePostbackEndpointCommand extends MerchantCommand<CreatePostbackEndpointDto> {
  readonly endpoint_id: string;
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
  /** A Pix or boleto: waits for its code, so it keeps out of the batches of cards. */
  'charges.create-by-code': { payload: CreateChargeCommand; data: Charge };
  'charges.capture': { payload: CaptureChargeCommand; data: Charge };
  'charges.void': { payload: VoidChargeCommand; data: Charge };
  'charges.refund': { payload: RefundChargeCommand; data: Charge };
  'charges.simulate': { payload: SimulateChargeCommand; data: Charge };
  'tokens.create': { payload: TokenizeCardCommand; data: CardToken };
  'tokens.public-key': { payload: Record<string, never>; data: CardEncryptionKey };
  'merchants.create': { payload: CreateMerchantCommand; data: { merchant: Merchant; api_key: ApiKey } };
  'api-keys.create': { payload: CreateApiKeyCommand; data: ApiKey };
  'api-keys.revoke': { payload: RevokeApiKeyCommand; data: { id: string; deleted: true } };
  'wallets.open': { payload: OpenWalletCommand; data: Wallet };
  'postback-endpoints.create': { payload: CreatePostbackEndpointCommand; data: PostbackEndpoint };
}
export type CommandName = keyof Commands;

export const COMMAND_SERVICE: Record<CommandName, ServiceName> = {
  'charges.create': 'payments',
  'charges.create-by-code': 'payments',
  'charges.capture': 'payments',
  'charges.void': 'payments',
  'charges.refund': 'payments',
  'charges.simulate': 'payments',
  'tokens.create': 'payments',
  'tokens.public-key': 'payments',
  'merchants.create': 'onboarding',
  'api-keys.create': 'onboarding',
  'api-keys.revoke': 'onboarding',
  'wallets.open': 'ledger',
  'postback-endpoints.create': 'webhooks',
  'payments.dead-letters.requeue': 'payments',
  'onboarding.dead-letters.requeue': 'onboarding',
  'ledger.dead-letters.requeue': 'ledger',
  'webhooks.dead-letters.requeue': 'webhooks',
};

/** The name of the command that requeues one of a service's dead letters. */
export const requeueDeadLetterCommand = <Service extends ServiceName>(
  service: Service,
): RequeueDeadLetterName<Service> => `${service}.dead-letters.requeue`;
