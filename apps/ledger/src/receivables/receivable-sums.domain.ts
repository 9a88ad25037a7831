import type { PaymentMethod, ReceivableStatus } from '@centavo/contracts';
import type { Centavos } from '@centavo/money';
import type { ReceivableChange, ReceivableState } from './receivable.domain.js';

/** What receivables are summed up by. */
interface SumKey {
  /** The merchant, under which are all of its receivables, or the submerchant. */
  readonly owner_id: string;
  readonly merchant_id: string;
  readonly payment_method: PaymentMethod;
  readonly status: ReceivableStatus;
  readonly settlement_date: Date;
}

/** How much is added to a sum, in centavos and in receivables; negative what is taken from it. */
export interface SumChange extends SumKey {
  readonly count: bigint;
  readonly gross_amount: Centavos;
  readonly fee_amount: Centavos;
  readonly net_amount: Centavos;
}

/**
 * What changes of receivables do to their sums, each sum at most once: what they were is taken away, what they are is added. As they
 * are shown: amounts of what has been refunded in part have shrunk.
 */
export function sumChangesOf(changes: readonly ReceivableChange[]): SumChange[] {
  const sums = new Map<string, SumChange>();
  const add = (receivable: ReceivableState, sign: 1n | -1n): void => {
    for (const key of keysOf(receivable)) {
      const name = nameOf(key);
      sums.set(name, addTo(sums.get(name) ?? { ...key, ...NOTHING }, receivable, sign));
    }
  };
  for (const { before, after } of changes) {
    if (before) add(before, -1n);
    add(after, 1n);
  }
  return [...sums.values()].filter(isChange);
}

const NOTHING = { count: 0n, gross_amount: 0n, fee_amount: 0n, net_amount: 0n };

const keysOf = ({ merchant_id, submerchant_id, ...rest }: ReceivableState): SumKey[] =>
  [merchant_id, submerchant_id]
    .filter((owner) => owner !== null)
    .map((owner_id) => ({
      owner_id,
      merchant_id,
      payment_method: rest.payment_method,
      status: rest.status,
      settlement_date: rest.settlement_date,
    }));

const nameOf = ({ owner_id, payment_method, status, settlement_date }: SumKey): string =>
  `${owner_id}/${payment_method}/${status}/${settlement_date.getTime()}`;

const addTo = (sum: SumChange, receivable: ReceivableState, sign: 1n | -1n): SumChange => ({
  ...sum,
  count: sum.count + sign,
  gross_amount: sum.gross_amount + sign * receivable.gross_amount,
  fee_amount: sum.fee_amount + sign * receivable.fee_amount,
  net_amount: sum.net_amount + sign * receivable.net_amount,
});

const isChange = ({ count, gross_amount, fee_amount, net_amount }: SumChange): boolean =>
  count !== 0n || gross_amount !== 0n || fee_amount !== 0n || net_amount !== 0n;
