import { SecretBox, sealText, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

/**
 * A new secret leaves this service sealed. Answers are kept for replays and cross the bus, so they would hold it in clear; like
 * this it is in clear only where it is made and in the gateway that shows it.
 */
@Injectable()
export class ApiKeySecrets {
  readonly #box: SecretBox;

  constructor(settings: Settings) {
    this.#box = new SecretBox(settings.secretsKeys);
  }

  seal(secretKey: string, apiKeyId: string): string {
    return sealText(this.#box, secretKey, apiKeyId);
  }
}
