import { openText, sealText, SecretBox, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

/**
 * Opens secrets that services hand out sealed, so that they are in clear only in the answer to the one who may see them; and seals those that
 * services are given, so that the bus and its dead letters do not hold them.
 */
@Injectable()
export class SealedSecrets {
  readonly #box: SecretBox;

  constructor({ secretsKeys }: Settings) {
    this.#box = new SecretBox(secretsKeys);
  }

  /** @param owner the id of whose secret it is */
  seal(secret: string, owner: string): string {
    return sealText(this.#box, secret, owner);
  }

  /** The resource with its sealed `field` in clear. */
  reveal<Field extends string, Resource extends { id: string } & { readonly [Name in Field]?: string }>(
    resource: Resource,
    field: Field,
  ): Resource {
    return { ...resource, [field]: openText(this.#box, resource[field]!, resource.id) };
  }
}
