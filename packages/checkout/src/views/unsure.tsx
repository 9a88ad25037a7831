import { useEffect } from 'preact/hooks';
import { formatCountdown } from '../format/countdown.js';
import { useCheckout } from './checkout-context.js';
import { deviceNowMs, useNowMs } from './hooks.js';
import { ClockIcon } from './icons.js';
import { Message } from './stage-title.js';

/** The answer was lost: the one thing to do is the same thing again, at once or when the server can be asked again. */
export function Unsure({ untilMs }: { readonly untilMs: number | null }) {
  const { text, payment } = useCheckout();
  const leftMs = (untilMs ?? 0) - useNowMs(deviceNowMs);
  const isOver = untilMs !== null && leftMs <= 0;
  useEffect(() => {
    if (isOver) void payment.retry();
  }, [isOver]);
  return (
    <Message mood="calm" icon={<ClockIcon />} title={text.unsure.title}>
      <p>{untilMs === null ? text.unsure.body : text.unsure.busy}</p>
      <button type="button" class="primary" disabled={leftMs > 0} onClick={() => void payment.retry()}>
        {leftMs > 0 ? text.pay.wait(formatCountdown(leftMs)) : text.unsure.retry}
      </button>
    </Message>
  );
}
