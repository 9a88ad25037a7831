import { useCheckout } from './checkout-context.js';
import { ClockIcon } from './icons.js';
import { Message } from './stage-title.js';

/** The answer was lost: the one thing to do is the same thing again. */
export function Unsure() {
  const { text, payment } = useCheckout();
  return (
    <Message mood="calm" icon={<ClockIcon />} title={text.unsure.title}>
      <p>{text.unsure.body}</p>
      <button type="button" class="primary" onClick={() => void payment.retry()}>
        {text.unsure.retry}
      </button>
    </Message>
  );
}
