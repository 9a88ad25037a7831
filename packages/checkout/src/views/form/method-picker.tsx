import type { PaymentMethod } from '../../api/charge.js';
import { offeredMethods } from '../../form/offered-methods.js';
import type { Text } from '../../text/text.js';
import { useCheckout } from '../checkout-context.js';
import { METHOD_ICONS } from '../icons.js';
import { STAGE_TITLE_ID } from '../stage-title.js';
import type { Form } from './use-form.js';

export function MethodPicker({ form }: { readonly form: Form }) {
  const { text, data } = useCheckout();
  return (
    <div class="methods" role="radiogroup" aria-labelledby={STAGE_TITLE_ID}>
      {offeredMethods(data.allowedPaymentMethods).map((method) => (
        <label key={method} class="method">
          <input
            type="radio"
            name="method"
            value={method}
            checked={form.values.method === method}
            onChange={() => form.change({ method })}
          />
          {METHOD_ICONS[method]}
          <span class="method-name">{text.methods.names[method]}</span>
          <span class="method-hint">{hintOf(method, text, data.maxInstallments)}</span>
        </label>
      ))}
    </div>
  );
}

function hintOf(method: PaymentMethod, { methods }: Text, maxInstallments: number): string {
  return method === 'credit_card' ? methods.hints.credit_card(maxInstallments) : methods.hints[method];
}
