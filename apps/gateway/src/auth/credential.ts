import type { FeeTable, MerchantStatus } from '@centavo/contracts';
import { AddressList } from './address.js';

/** A row of `onboarding.published_credentials`. */
export interface CredentialRecord {
  readonly public_key: string;
  readonly secret_sha256: Buffer;
  readonly api_key_id: string;
  readonly is_active: boolean;
  readonly is_revoked: boolean;
  readonly allowed_ips: string[];
  readonly merchant_id: string;
  readonly merchant_status: MerchantStatus;
  readonly fees: FeeTable;
}

/** An API key as a gateway keeps it in memory: everything a request needs to be let in, and nothing that lets one in. */
export interface Credential {
  readonly secretSha256: Buffer;
  readonly apiKeyId: string;
  readonly isActive: boolean;
  readonly allowedAddresses: AddressList;
  readonly merchantId: string;
  readonly merchantIsSuspended: boolean;
  readonly fees: FeeTable;
}

/** Null for a revoked key: from then on it is unknown. */
export function toCredential(record: CredentialRecord): Credential | null {
  if (record.is_revoked) return null;
  return {
    secretSha256: record.secret_sha256,
    apiKeyId: record.api_key_id,
    isActive: record.is_active,
    allowedAddresses: new AddressList(record.allowed_ips),
    merchantId: record.merchant_id,
    merchantIsSuspended: record.merchant_status === 'suspended',
    fees: record.fees,
  };
}
