import { useState } from 'preact/hooks';
import type { Leaving } from '../../payment/stage.js';
import { useCheckout } from '../checkout-context.js';

export interface LeaveProps {
  readonly leaving: Leaving;
  readonly question: string;
  readonly keep: string;
}

/** The way from an open code to another way to pay. The code ends with it, so that nobody pays twice: that is asked for first. */
export function Leave({ leaving, question, keep }: LeaveProps) {
  const { text, data, payment } = useCheckout();
  const [isAsked, setIsAsked] = useState(false);
  if (data.allowedPaymentMethods.length < 2) return null;
  if (!isAsked && leaving !== 'under way') {
    return (
      <button type="button" class="plain" onClick={() => setIsAsked(true)}>
        {text.waiting.leave}
      </button>
    );
  }
  return (
    <div class="leave" role="group" aria-label={text.waiting.leave}>
      <p role="status">{leaving === 'failed' ? text.waiting.leaveFailed : question}</p>
      <div class="choices">
        <button type="button" class="secondary" disabled={leaving === 'under way'} onClick={() => setIsAsked(false)}>
          {keep}
        </button>
        <button type="button" class="secondary" disabled={leaving === 'under way'} onClick={() => void payment.leave()}>
          {text.waiting.leave}
        </button>
      </div>
    </div>
  );
}
