import { applyDecorators } from '@nestjs/common';
import { BirthDateField } from '../../date.fields.js';
import { PhoneField } from '../../entity.fields.js';
import {
  AmountField,
  BooleanField,
  FieldRule,
  NestedArrayField,
  StringArrayField,
  StringField,
  type FieldOptions,
} from '../../fields.js';

/** As on a charge: what issuers show at least. */
const MAX_DESCRIPTOR_LENGTH = 13;
const MAX_CNAES = 100;

/** A site's address, with or without `http(s)://`, and nothing that a browser would run. */
const WEBSITE = /^([Hh][Tt]{2}[Pp][Ss]?:\/\/)?[^\s:/?#@]+(:\d{1,5})?([/?#]\S*)?$/;

/** A CNAE of any level, with or without its punctuation: `4781400`, `4781-4/00`. */
const CNAE = /^\d[\d./-]{1,9}$/;

export class CnaeDto {
  @StringField({ max: 10, pattern: CNAE, example: '4781400' }) code!: string;
  @StringField({ optional: true, example: 'Comércio varejista de artigos do vestuário' }) description?: string | null;
  @BooleanField({ optional: true, default: false }) is_primary?: boolean | null;
}

const isPrimary = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && (item as { is_primary?: unknown }).is_primary === true;

/** At most one of them is what the submerchant mainly does. */
const CnaesField = (options: FieldOptions): PropertyDecorator =>
  applyDecorators(
    NestedArrayField(() => CnaeDto, { ...options, max: MAX_CNAES }),
    FieldRule(
      'hasOnePrimary',
      (value) => !Array.isArray(value) || value.filter(isPrimary).length <= 1,
      'must have at most one item with is_primary',
    ),
  );

/** What a submerchant may tell about itself when it is registered or later; null says that there is nothing to tell. */
export class SubmerchantProfileDto {
  @PhoneField({ optional: true }) phone?: string | null;
  @StringField({ optional: true, pattern: WEBSITE, example: 'https://loja.example' }) website?: string | null;
  @StringField({ optional: true, max: 2_000 }) description?: string | null;
  @StringField({
    optional: true,
    max: MAX_DESCRIPTOR_LENGTH,
    description: 'Text on the card statement.',
    example: 'LOJA DO ZE',
  })
  soft_descriptor?: string | null;
  @BirthDateField({ optional: true }) birth_date?: string | null;
  @StringField({ optional: true }) mother_name?: string | null;
  @StringField({ optional: true, max: 50, example: 'physical' }) business_type?: string | null;
  @StringArrayField({ optional: true, max: 50, itemMax: 100, example: ['clothing'] })
  product_categories?: string[] | null;
  @AmountField({ optional: true, min: 0, example: 15_000 }) average_ticket?: number | null;
  @AmountField({ optional: true, min: 0, example: 5_000_000 }) monthly_revenue?: number | null;
  @StringField({
    optional: true,
    min: 4,
    max: 4,
    pattern: /^\d{4}$/,
    description: 'Merchant category code.',
    example: '5651',
  })
  mcc?: string | null;
  @CnaesField({ optional: true }) cnaes?: CnaeDto[] | null;
}
