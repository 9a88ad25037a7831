import type { FeeTable } from '../fees.js';
import type { ApiKey } from '../resources/api-key.js';
import type { Charge } from '../resources/charge.js';
import type { Merchant } from '../resources/merchant.js';
import type { PostbackEndpoint } from '../resources/postback-endpoint.js';
import type { OwnerType, Wallet } from '../resources/wallet.js';
import type { ServiceName } from '../topology.js';
import type { CreateApiKeyDto } from './create-api-key.dto.js';
import type { CreateChargeDto } from './create-charge.dto.js';
import type { CreateMerchantDto } from './create-merchant.dto.js';
import type { CreatePostbackEndpointDto } from './create-postback-endpoint.dto.js';

/**
 * The client's `Idempotency-Key` as a service needs it. A key lives within merchant + method + concrete path (`scope`);
 * `fingerprint` is the SHA-256 of the body as canonical JSON, base64url.
 */
export interface IdempotencyRequest {
  readonly scope: string;
  readonly key: string;
  readonly fingerprint: string;
}

interface MerchantCommand<Body> {
  readonly merchant_id: string;
  readonly idempotency: IdempotencyRequest | null;
  readonly body: Body;
}

/** The gateway allocates `charge_id` and hands on the fee table that held when the request was authenticated. */
export interface CreateChargeCommand extends MerchantCommand<CreateChargeDto> {
  readonly charge_id: string;
  readonly fees: FeeTable;
}

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
  readonly dead_letter_id: string;
}

/** Every command: who carries it out, what it takes and what it answers. */
export interface Commands {
  'charges.create': { payload: CreateChargeCommand; data: Charge };
  'merchants.create': { payload: CreateMerchantCommand; data: { merchant: Merchant; api_key: ApiKey } };
  'api-keys.create': { payload: CreateApiKeyCommand; data: ApiKey };
  'api-keys.revoke': { payload: RevokeApiKeyCommand; data: { id: string; deleted: true } };
  'wallets.open': { payload: OpenWalletCommand; data: Wallet };
  'postback-endpoints.create': { payload: CreatePostbackEndpointCommand; data: PostbackEndpoint };
}
export type CommandName = keyof Commands;

export const COMMAND_SERVICE: Record<CommandName, ServiceName> = {
  'charges.create': 'payments',
  'merchants.create': 'onboarding',
  'api-keys.create': 'onboarding',
  'api-keys.revoke': 'onboarding',
  'wallets.open': 'ledger',
  'postback-endpoints.create': 'webhooks',
};

/** Every service also answers these about its own dead letters, as `<service>.dead-letters.requeue`. */
export const requeueDeadLetterCommand = (service: ServiceName): string => `${service}.dead-letters.requeue`;
