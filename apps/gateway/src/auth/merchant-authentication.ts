import { DomainError } from '@centavo/contracts';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import { parseBasicCredentials, type BasicCredentials } from './basic-credentials.js';
import type { Credential } from './credential.js';
import { CredentialDirectory } from './credential-directory.js';
import { TokenBuckets } from './token-buckets.js';

/** What authentication looks at. */
export interface MerchantRequest {
  readonly authorization: string | undefined;
  readonly address: string;
  readonly isRead: boolean;
  /** Whether the public key alone will do. */
  readonly access: 'public_key' | 'secret_key';
}

/** Lets merchants in by their API key pair. */
@Injectable()
export class MerchantAuthentication {
  readonly #buckets: TokenBuckets;

  constructor(
    private readonly directory: CredentialDirectory,
    settings: Settings,
  ) {
    this.#buckets = new TokenBuckets(settings.rateLimitPerSecond);
  }

  /**
   * The credential the request is made with. Synchronous as long as memory knows it, which is nearly always.
   * @throws DomainError 401, 403 or 429
   */
  authenticate(request: MerchantRequest): Credential | Promise<Credential> {
    const given = parseBasicCredentials(request.authorization);
    const credential = this.directory.peek(given.publicKey);
    if (credential !== undefined) return this.#admit(request, given, credential);
    return this.directory.find(given.publicKey).then((found) => this.#admit(request, given, found));
  }

  #admit(request: MerchantRequest, given: BasicCredentials, credential: Credential | null): Credential {
    if (!credential) throw new DomainError('invalid_api_key');
    const isPublicOnly = given.secretKey === '';
    if (!isPublicOnly && !isSecretOf(credential, given.secretKey)) throw new DomainError('invalid_api_key');
    if (!credential.isActive) throw new DomainError('api_key_inactive');
    if (isPublicOnly && request.access === 'secret_key') throw new DomainError('secret_key_required');
    // A public key is used by buyers, from wherever they are; the list is about who may hold the secret.
    if (!isPublicOnly && !credential.allowedAddresses.allows(request.address)) throw new DomainError('ip_not_allowed');
    if (credential.merchantIsSuspended && !request.isRead) throw new DomainError('merchant_suspended');
    // Two buckets: what strangers do with the public half must not slow down the merchant's own system.
    const bucket = isPublicOnly ? `public ${credential.apiKeyId}` : credential.apiKeyId;
    const waitSeconds = this.#buckets.take(bucket, performance.now());
    if (waitSeconds > 0) throw new DomainError('rate_limit_exceeded', { retryAfterSeconds: waitSeconds });
    return credential;
  }
}

function isSecretOf(credential: Credential, secretKey: string): boolean {
  return timingSafeEqual(createHash('sha256').update(secretKey, 'latin1').digest(), credential.secretSha256);
}
