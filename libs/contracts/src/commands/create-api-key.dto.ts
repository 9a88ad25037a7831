import { StringArrayField, StringField } from '../fields.js';

/** Body of `POST /v1/api-keys`. */
export class CreateApiKeyDto {
  @StringField({ example: 'Servidor 1' }) name!: string;
  @StringArrayField({
    max: 50,
    itemMax: 49,
    optional: true,
    description: 'IPv4, IPv6 or CIDR; empty allows every address.',
    example: ['203.0.113.0/24'],
  })
  allowed_ips?: string[];
}
