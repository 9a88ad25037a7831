import { EmailField, StringField } from '../fields.js';

/** Body of `POST /admin/v1/merchants`. */
export class CreateMerchantDto {
  @StringField({ example: 'Loja Exemplo' }) name!: string;
  @StringField({ example: 'Loja Exemplo Ltda' }) legal_name!: string;
  @StringField({ max: 14, pattern: /^(\d{11}|[0-9A-Z]{12}\d{2})$/, example: '11222333000181' }) tax_id!: string;
  @EmailField({ example: 'financeiro@loja.example' }) email!: string;
}
