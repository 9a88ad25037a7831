import { StringField } from '../fields.js';
import { AllowedIpsField } from './allowed-ips.field.js';

/** Body of `POST /v1/api-keys`. */
export class CreateApiKeyDto {
  @StringField({ example: 'Servidor 1' }) name!: string;
  @AllowedIpsField({ optional: true }) allowed_ips?: string[];
}
