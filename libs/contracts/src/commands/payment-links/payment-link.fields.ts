import { applyDecorators } from '@nestjs/common';
import { DATE_OR_DATE_TIME } from '../../date-texts.js';
import { MAX_INSTALLMENTS } from '../../fees.js';
import { EnumArrayField, IntegerField, StringField, type FieldOptions } from '../../fields.js';
import { PAYMENT_METHODS } from '../../payment-methods.js';
import { HttpUrl } from '../../url.rules.js';
import { ValidUntil } from '../../valid-until.js';

/** What PostgreSQL counts with four bytes. */
const MAX_USES = 2_147_483_647;

export const TitleField = (options: FieldOptions = {}): PropertyDecorator =>
  StringField({ example: 'Camiseta azul', ...options });

export const DescriptionField = (): PropertyDecorator => StringField({ optional: true, max: 2_000 });

export const AllowedPaymentMethodsField = (options: FieldOptions): PropertyDecorator =>
  EnumArrayField(PAYMENT_METHODS, { min: 1, example: ['credit_card', 'pix'], ...options });

export const MaxInstallmentsField = (options: FieldOptions): PropertyDecorator =>
  IntegerField({ min: 1, max: MAX_INSTALLMENTS, ...options });

/** That it is to come is judged by payments, after it has looked for the answer that an idempotency key stands for. */
export const ExpiresAtField = (): PropertyDecorator =>
  applyDecorators(
    StringField({
      optional: true,
      max: 40,
      schema: DATE_OR_DATE_TIME,
      description: 'In the future; a plain date means the end of that day in America/Sao_Paulo. Null: never.',
      example: '2030-12-31T23:59:59-03:00',
    }),
    ValidUntil(),
  );

export const MaxUsesField = (options: FieldOptions = {}): PropertyDecorator =>
  IntegerField({ optional: true, min: 1, max: MAX_USES, description: 'Null: as many as come.', ...options });

/** An address outside the platform. */
export const LinkUrlField = (description: string): PropertyDecorator =>
  applyDecorators(
    StringField({
      optional: true,
      max: 2048,
      format: 'uri',
      description: `${description} In production https only.`,
      example: 'https://loja.example/obrigado',
    }),
    HttpUrl(),
  );
