import type { PaymentMethod } from '../api/charge.js';
import { useCheckout } from './checkout-context.js';
import { StageTitle } from './stage-title.js';

export interface SendingProps {
  readonly method: PaymentMethod;
  readonly isSlow?: boolean;
  /** Said instead of the usual line. */
  readonly note?: string;
}

/** Nothing to do but wait. */
export function Sending({ method, isSlow = false, note }: SendingProps) {
  const { text } = useCheckout();
  const { sending } = text;
  const titles: Partial<Record<PaymentMethod, string>> = { pix: sending.pixTitle, boleto: sending.boletoTitle };
  return (
    <section class="message">
      <div class="spinner" />
      <StageTitle>{titles[method] ?? sending.title}</StageTitle>
      <p role="status">{isSlow ? sending.slow : (note ?? sending.stay)}</p>
    </section>
  );
}
