import { SecretBox, sealText, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { signingKeyOf } from '../signing/postback-secret.domain.js';

/** Signing secrets are in clear only in memory: sealed in the table, and sealed in answers, which are kept and cross the bus. */
@Injectable()
export class EndpointSecrets {
  readonly #box: SecretBox;

  constructor(settings: Settings) {
    this.#box = new SecretBox(settings.secretsKeys);
  }

  /** For the table. */
  seal(secret: string, endpointId: string): Buffer {
    return this.#box.seal(secret, endpointId);
  }

  /** For the answer; the gateway opens it for the one who may see it. */
  sealForAnswer(secret: string, endpointId: string): string {
    return sealText(this.#box, secret, endpointId);
  }

  signingKey(sealed: Buffer, endpointId: string): KeyObject {
    return signingKeyOf(this.#box.open(sealed, endpointId));
  }
}
