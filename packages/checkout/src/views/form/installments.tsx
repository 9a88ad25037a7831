import { installmentOptions, type InstallmentOption } from '../../format/installment-options.js';
import { useCheckout } from '../checkout-context.js';
import type { Form } from './use-form.js';

/** In how many parts, with what each of them is. */
export function Installments({ form }: { readonly form: Form }) {
  const { text, data, formats } = useCheckout();
  const options = installmentOptions(data.amount, data.maxInstallments);
  if (options.length < 2) return null;

  const describe = ({ count, each, first }: InstallmentOption): string => {
    const described = text.card.installment(count, formats.money(each));
    return first === each ? described : `${described} (${text.card.firstInstallment(formats.money(first))})`;
  };
  return (
    <div class="field">
      <div class="field-head">
        <label for="installments">{text.card.installments}</label>
      </div>
      <div class="input input-select">
        <select
          id="installments"
          value={form.values.installments}
          onChange={({ currentTarget }) => form.change({ installments: Number(currentTarget.value) })}
        >
          {options.map((option) => (
            <option key={option.count} value={option.count}>
              {describe(option)}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
