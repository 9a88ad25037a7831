import { ApiProperty } from '@nestjs/swagger';
import { RECEIVABLE_STATUSES, type ReceivableStatus } from '../states/receivable.states.js';

class ReceivablesOfStatus {
  @ApiProperty({ type: 'integer', minimum: 0 }) count!: number;
  @ApiProperty({ type: 'integer', description: 'Sum of the net amounts, in centavos.' }) amount!: number;
}

type ByStatus = Readonly<Record<ReceivableStatus, ReceivablesOfStatus>>;

class ReceivablesByStatus implements ByStatus {
  @ApiProperty() pending!: ReceivablesOfStatus;
  @ApiProperty() anticipated!: ReceivablesOfStatus;
  @ApiProperty() settled!: ReceivablesOfStatus;
  @ApiProperty() suspended!: ReceivablesOfStatus;
  @ApiProperty() canceled!: ReceivablesOfStatus;
}

/** What a merchant's receivables add up to, its submerchants' included. */
export class ReceivablesSummary {
  @ApiProperty({
    type: 'integer',
    description:
      'Centavos, as the receivables show them; without what is canceled. What was refunded or lost after its settlement is still counted here: it is a debit of the wallet.',
  })
  total_gross_amount!: number;
  @ApiProperty({ type: 'integer', description: 'Centavos; without what is canceled.' }) total_net_amount!: number;
  @ApiProperty({ type: 'integer', description: 'Centavos; without what is canceled.' }) total_fee_amount!: number;
  @ApiProperty({ description: 'Every status, also those that no receivable has.' }) by_status!: ReceivablesByStatus;
}

/** What the receivables of one status add up to, in centavos. */
export interface ReceivableSumRecord {
  status: ReceivableStatus;
  count: bigint;
  gross_amount: bigint;
  net_amount: bigint;
  fee_amount: bigint;
}

/** @param sums each status once at most */
export function presentReceivablesSummary(sums: readonly ReceivableSumRecord[]): ReceivablesSummary {
  const kept = sums.filter(({ status }) => status !== 'canceled');
  const total = (amount: 'gross_amount' | 'net_amount' | 'fee_amount'): number =>
    Number(kept.reduce((sum, row) => sum + row[amount], 0n));
  const byStatus = RECEIVABLE_STATUSES.map((status) => {
    const row = sums.find((sum) => sum.status === status);
    return [status, { count: Number(row?.count ?? 0), amount: Number(row?.net_amount ?? 0) }] as const;
  });
  return {
    total_gross_amount: total('gross_amount'),
    total_net_amount: total('net_amount'),
    total_fee_amount: total('fee_amount'),
    by_status: Object.fromEntries(byStatus) as Record<ReceivableStatus, ReceivablesOfStatus>,
  };
}
