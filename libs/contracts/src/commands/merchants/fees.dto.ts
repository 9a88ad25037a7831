import { MAX_INSTALLMENTS } from '../../fees.js';
import { AmountField, FieldRule, IntegerField, NestedArrayField, NestedField } from '../../fields.js';

/** A hundred percent. */
const MAX_BPS = 10_000;

export class FeeRateDto {
  @IntegerField({ min: 0, max: MAX_BPS, description: 'Basis points of the amount.', example: 99 }) bps!: number;
  @AmountField({ min: 0, description: 'Centavos of each payment.', example: 0 }) fixed!: number;
}

export class InstallmentFeeRateDto extends FeeRateDto {
  @IntegerField({ min: 1, max: MAX_INSTALLMENTS, example: 1 }) from!: number;
  @IntegerField({ min: 1, max: MAX_INSTALLMENTS, example: 12 }) to!: number;
}

/** Centavos of each withdrawal. */
export class WithdrawalFeesDto {
  @AmountField({ min: 0, omittable: true, example: 0 }) pix?: number;
  @AmountField({ min: 0, omittable: true, example: 367 }) ted?: number;
  @AmountField({ min: 0, omittable: true, example: 0 }) crypto?: number;
}

/** The fees that change; each that is named is replaced as a whole, but of withdrawals only the methods that are named. */
export class FeesDto {
  @NestedArrayField(() => InstallmentFeeRateDto, {
    min: 1,
    max: MAX_INSTALLMENTS,
    omittable: true,
    description: `Bands that cover 1 to ${MAX_INSTALLMENTS} installments in order, without a gap or an overlap.`,
  })
  @FieldRule(
    'coversInstallments',
    coversInstallments,
    `must cover 1 to ${MAX_INSTALLMENTS} installments in order, without a gap or an overlap`,
  )
  credit_card?: readonly InstallmentFeeRateDto[];

  @NestedField(() => FeeRateDto, { omittable: true }) debit_card?: FeeRateDto;
  @NestedField(() => FeeRateDto, { omittable: true }) pix?: FeeRateDto;
  @NestedField(() => FeeRateDto, { omittable: true }) boleto?: FeeRateDto;
  @NestedField(() => WithdrawalFeesDto, { omittable: true }) withdrawal?: WithdrawalFeesDto;
}

/** Bands whose ends are no numbers break other rules. */
function coversInstallments(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isBand)) return true;
  const bands: readonly Band[] = value;
  const isInLine = ({ from, to }: Band, index: number): boolean =>
    from === (bands[index - 1]?.to ?? 0) + 1 && from <= to;
  return bands.every(isInLine) && bands.at(-1)!.to === MAX_INSTALLMENTS;
}

type Band = Pick<InstallmentFeeRateDto, 'from' | 'to'>;

function isBand(value: unknown): value is Band {
  const { from, to } = (value ?? {}) as Partial<Band>;
  return Number.isInteger(from) && Number.isInteger(to);
}
