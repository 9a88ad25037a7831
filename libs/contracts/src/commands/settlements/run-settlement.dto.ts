import { DayField } from '../../date.fields.js';

/** Body of `POST /sandbox/v1/settlements/run`. */
export class RunSettlementDto {
  @DayField({ description: 'Everything that is due until this day, in São Paulo, is settled.', example: '2027-01-31' })
  until!: string;
}
