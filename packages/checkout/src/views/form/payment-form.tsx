import { useLayoutEffect } from 'preact/hooks';
import { isCard } from '../../api/charge.js';
import { type FormValues, type Problems } from '../../form/fields.js';
import { fieldsFor } from '../../form/validate-form.js';
import type { Notice } from '../../payment/stage.js';
import { useCheckout } from '../checkout-context.js';
import { StageTitle } from '../stage-title.js';
import { CardFields } from './card-fields.js';
import { CustomerFields } from './customer-fields.js';
import { MethodPicker } from './method-picker.js';
import { NoticeLine } from './notice-line.js';
import { PayButton } from './pay-button.js';
import { useForm } from './use-form.js';

export interface PaymentFormProps {
  readonly notice: Notice | null;
  readonly found: Problems;
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
}

/** Everything that is asked for, on one page: how, with what, and who pays. */
export function PaymentForm({ notice, found, values, onChange }: PaymentFormProps) {
  const { text, data, payment, nowMs } = useCheckout();
  const rules = () => ({ isSandbox: data.isSandbox, now: new Date(nowMs()) });
  const form = useForm({ values, onChange, found, rules });
  const { method } = values;

  useLayoutEffect(() => focusFirst(found, values), []);

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const problems = form.check();
    if (Object.keys(problems).length > 0) return focusFirst(problems, values);
    void payment.pay(values);
  };
  return (
    <form class="form" noValidate onSubmit={onSubmit}>
      <StageTitle>{text.methods.title}</StageTitle>
      <MethodPicker form={form} />
      {method !== null && (
        <>
          {isCard(method) && <CardFields form={form} />}
          <CustomerFields form={form} />
          <NoticeLine notice={notice} form={form} />
          <PayButton method={method} notice={notice} />
        </>
      )}
    </form>
  );
}

function focusFirst(problems: Problems, values: FormValues): void {
  const first = fieldsFor(values).find((field) => problems[field]);
  if (first) document.getElementById(first)?.focus();
}
