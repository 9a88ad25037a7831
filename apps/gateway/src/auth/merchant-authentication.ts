import { DomainError } from '@centavo/contracts';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import { addressGroup } from './address.js';
import { parseBasicCredentials, type BasicCredentials } from './basic-credentials.js';
import type { Credential } from './credential.js';
import { CredentialDirectory } from './credential-directory.js';
import { KeyUses } from './key-uses.js';
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
  readonly #bucketsOfStrangers: TokenBuckets;

  constructor(
    private readonly directory: CredentialDirectory,
    private readonly uses: KeyUses,
    settings: Settings,
  ) {
    this.#buckets = new TokenBuckets(settings.rateLimitPerSecond);
    this.#bucketsOfStrangers = new TokenBuckets(settings.tokenizationsPerSecond);
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

  #take({ apiKeyId }: Credential): number {
    return this.#buckets.take(apiKeyId, performance.now());
  }

  /** What strangers do with the public half must not slow down the merchant's own system, nor other strangers. */
  #takeOfStranger({ address }: MerchantRequest): number {
    return this.#bucketsOfStrangers.take(addressGroup(address), performance.now());
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
    const waitSeconds = isPublicOnly ? this.#takeOfStranger(request) : this.#take(credential);
    if (waitSeconds > 0) {
      const reason = isPublicOnly ? 'tokenizations' : 'api_key';
      throw new DomainError('rate_limit_exceeded', { retryAfterSeconds: waitSeconds, reason });
    }
    this.uses.note(credential.apiKeyId);
    return credential;
  }
}

function isSecretOf(credential: Credential, secretKey: string): boolean {
  return timingSafeEqual(createHash('sha256').update(secretKey, 'latin1').digest(), credential.secretSha256);
}
