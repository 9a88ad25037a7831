import { useCheckout } from './checkout-context.js';
import { ClockIcon } from './icons.js';
import { Message } from './stage-title.js';

export function Unavailable() {
  const { text } = useCheckout();
  return (
    <Message mood="calm" icon={<ClockIcon />} title={text.unavailable.title}>
      <p>{text.unavailable.body}</p>
    </Message>
  );
}
