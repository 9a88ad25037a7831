import { openText, SecretBox, Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';

/** Opens secrets that services hand out sealed, so that they are in clear only in the answer to the one who may see them. */
@Injectable()
export class SealedSecrets {
  readonly #box: SecretBox;

  constructor(settings: Settings) {
    this.#box = new SecretBox(settings.secretsKey);
  }

  /** The resource with its sealed `field` in clear. */
  reveal<Field extends string, Resource extends { id: string } & { readonly [Name in Field]?: string }>(
    resource: Resource,
    field: Field,
  ): Resource {
    return { ...resource, [field]: openText(this.#box, resource[field]!, resource.id) };
  }
}
