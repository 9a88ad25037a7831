import { BooleanField, StringField } from '../fields.js';
import { AllowedIpsField } from './allowed-ips.field.js';

/** Body of `PATCH /v1/api-keys/{id}`: what is left out stays as it is. */
export class UpdateApiKeyDto {
  @StringField({ omittable: true, example: 'Servidor 1' }) name?: string;
  @BooleanField({ omittable: true, description: 'An inactive key is refused until it is activated again.' })
  is_active?: boolean;
  @AllowedIpsField({ omittable: true }) allowed_ips?: string[];
}
