import type { FeeRate, SubmerchantWallets } from '@centavo/contracts';
import type { MessageHeaders } from '@centavo/messaging';

/** The processing fee that was agreed. @throws Error when an event of a charge does not carry it */
export function feeRateOf({ feeBps, feeFixed }: MessageHeaders): FeeRate {
  if (!isAmount(feeBps) || !isAmount(feeFixed)) throw new Error('the event does not carry the fee that was agreed');
  return { bps: Number(feeBps), fixed: Number(feeFixed) };
}

/** Which refund, and its centavos. @throws Error when the event of a refund does not carry them */
export function refundOf({ refundId, refundAmount }: MessageHeaders): { id: string; amount: bigint } {
  if (!refundId || !isAmount(refundAmount)) throw new Error('the event does not carry its refund');
  const amount = BigInt(refundAmount);
  if (amount === 0n) throw new Error(`refund ${refundId} is of nothing`);
  return { id: refundId, amount };
}

/** The wallets of the submerchants that get a part, none when there are none. */
export const submerchantWalletsOf = ({ submerchantWallets }: MessageHeaders): SubmerchantWallets =>
  submerchantWallets ? (JSON.parse(submerchantWallets) as SubmerchantWallets) : {};

const isAmount = (text: string | undefined): text is string => text !== undefined && /^\d{1,13}$/.test(text);
