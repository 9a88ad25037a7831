import { FEDERATIVE_UNITS } from '../../federative-units.js';
import { EnumField, StringField } from '../../fields.js';

/** A postal address of the payer. */
export class AddressDto {
  @StringField({ example: 'Rua Augusta' }) street!: string;
  @StringField({ max: 20, example: '1500' }) number!: string;
  @StringField({ optional: true }) complement?: string | null;
  @StringField({ example: 'Consolação' }) neighborhood!: string;
  @StringField({ example: 'São Paulo' }) city!: string;
  @EnumField(FEDERATIVE_UNITS, { example: 'SP' }) state!: string;
  @StringField({ min: 8, max: 8, pattern: /^\d{8}$/, example: '01304001' }) zip_code!: string;
  @StringField({ optional: true, min: 2, max: 2, pattern: /^[A-Z]{2}$/, default: 'BR' }) country?: string | null;
}
