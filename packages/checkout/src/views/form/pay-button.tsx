import { isCard, type PaymentMethod } from '../../api/charge.js';
import { formatCountdown } from '../../format/countdown.js';
import type { Notice } from '../../payment/stage.js';
import { useCheckout } from '../checkout-context.js';
import { deviceNowMs, useNowMs } from '../hooks.js';
import { LockIcon } from '../icons.js';

export interface PayButtonProps {
  readonly method: PaymentMethod;
  readonly notice: Notice | null;
}

/** Leaving a field can put a line below it: the button must not slip away from under the finger that presses it. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Says what a press does. Who has tried too often sees how long to wait. */
export function PayButton({ method, notice }: PayButtonProps) {
  const { text, data, formats } = useCheckout();
  const now = useNowMs(deviceNowMs);
  const leftMs = notice?.kind === 'wait' ? notice.untilMs - now : 0;
  if (leftMs > 0) {
    return (
      <button type="submit" class="primary" disabled>
        {text.pay.wait(formatCountdown(leftMs))}
      </button>
    );
  }
  return (
    <button type="submit" class="primary" onMouseDown={keepFocus}>
      {isCard(method) && <LockIcon />}
      {isCard(method) ? text.pay.card(formats.money(data.amount)) : text.pay[method as 'pix' | 'boleto']}
    </button>
  );
}
