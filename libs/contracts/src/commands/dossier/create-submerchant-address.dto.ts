import { FEDERATIVE_UNITS } from '../../federative-units.js';
import { BooleanField, EnumField, StringField } from '../../fields.js';
import { ADDRESS_TYPES, type AddressType } from '../../resources/dossier/submerchant-address.js';

/** Body of `POST /v1/submerchants/{id}/addresses`. */
export class CreateSubmerchantAddressDto {
  @EnumField(ADDRESS_TYPES, { optional: true, default: 'billing' }) type?: AddressType | null;
  @StringField({ example: 'Rua Augusta' }) street!: string;
  @StringField({ max: 20, example: '1500' }) number!: string;
  @StringField({ optional: true }) complement?: string | null;
  @StringField({ example: 'Consolação' }) neighborhood!: string;
  @StringField({ example: 'São Paulo' }) city!: string;
  @EnumField(FEDERATIVE_UNITS, { example: 'SP' }) state!: string;
  @StringField({ min: 8, max: 8, example: '01304001' }) zip_code!: string;
  @StringField({ optional: true, min: 2, max: 2, pattern: /^[A-Z]{2}$/, default: 'BR' }) country?: string | null;
  @BooleanField({
    optional: true,
    description: 'The first address is primary in any case, a new primary one takes over.',
  })
  is_primary?: boolean | null;
}
