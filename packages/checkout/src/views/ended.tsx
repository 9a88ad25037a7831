import { isCard, type Charge } from '../api/charge.js';
import type { FormValues } from '../form/fields.js';
import { validateForm } from '../form/validate-form.js';
import type { Text } from '../text/text.js';
import { useCheckout } from './checkout-context.js';
import { ClockIcon, CrossIcon } from './icons.js';
import { Message } from './stage-title.js';

export interface EndedProps {
  readonly charge: Charge;
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
}

/** It came to nothing: why, and what can be done now. */
export function Ended({ charge, values, onChange }: EndedProps) {
  const { text, payment, data, nowMs } = useCheckout();
  const isExpiredPix = charge.status === 'expired' && charge.payment_method === 'pix';
  const isDeclined = charge.status === 'failed' && isCard(charge.payment_method);
  const { title, lines } = storyOf(charge, text);

  const payWithPix = () => {
    const withPix = { ...values, method: 'pix' as const };
    onChange(withPix);
    const rules = { isSandbox: data.isSandbox, now: new Date(nowMs()) };
    // Who pays is known already: one tap is enough.
    const isComplete = data.isUsable && Object.keys(validateForm(withPix, rules)).length === 0;
    if (isComplete) void payment.pay(withPix);
    else payment.startOver();
  };

  return (
    <Message
      mood={charge.status === 'failed' ? 'bad' : 'calm'}
      icon={charge.status === 'failed' ? <CrossIcon /> : <ClockIcon />}
      title={title}
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <button type="button" class="primary" onClick={isExpiredPix ? payWithPix : () => payment.startOver()}>
        {nextStepOf(charge, text)}
      </button>
      {isDeclined && data.allowedPaymentMethods.includes('pix') && (
        <button type="button" class="secondary" onClick={payWithPix}>
          {text.ended.withPix}
        </button>
      )}
      {isExpiredPix && data.allowedPaymentMethods.length > 1 && (
        <button type="button" class="plain" onClick={() => payment.startOver()}>
          {text.ended.anotherWay}
        </button>
      )}
    </Message>
  );
}

function storyOf(
  { status, failure_code, payment_method }: Charge,
  { ended }: Text,
): { title: string; lines: string[] } {
  if (status === 'refunded') return { title: ended.refunded.title, lines: [ended.refunded.body] };
  if (status === 'voided') return { title: ended.voided.title, lines: [ended.voided.body] };
  if (status === 'expired') {
    const { title, body } = payment_method === 'pix' ? ended.expiredPix : ended.expired;
    return { title, lines: [body] };
  }
  const { title, nothing } = ended.failed;
  if (!isCard(payment_method)) return { title, lines: [ended.notCreated] };
  return { title, lines: [ended.reasons[failure_code ?? ''] ?? ended.reasons.card_declined!, nothing] };
}

function nextStepOf({ status, payment_method }: Charge, { ended }: Text): string {
  if (status === 'expired' && payment_method === 'pix') return ended.newCode;
  if (status === 'failed') return isCard(payment_method) ? ended.anotherCard : ended.tryAgain;
  return ended.payAgain;
}
