import { detectBrand } from '@centavo/brazil';
import { cvvLengthOf } from '../../form/card.rules.js';
import { brandName } from '../../format/brand-names.js';
import { digitsOf } from '../../format/digits.js';
import { useCheckout } from '../checkout-context.js';
import { Installments } from './installments.js';
import { TextField } from './text-field.js';
import type { Form } from './use-form.js';

export function CardFields({ form }: { readonly form: Form }) {
  const { text } = useCheckout();
  const { number, method } = form.values;
  return (
    <section class="fields" aria-labelledby="card-title">
      <h3 id="card-title">{text.card.title}</h3>
      <TextField
        form={form}
        field="number"
        label={text.labels.number}
        input={{ inputMode: 'numeric', autoComplete: 'cc-number', placeholder: '0000 0000 0000 0000' }}
        mark={<Brand number={number} />}
      />
      <TextField
        form={form}
        field="holderName"
        label={text.labels.holderName}
        input={{ autoComplete: 'cc-name', autoCapitalize: 'characters' }}
      />
      <div class="pair">
        <TextField
          form={form}
          field="expiry"
          label={text.labels.expiry}
          input={{ inputMode: 'numeric', autoComplete: 'cc-exp', placeholder: text.hints.expiry }}
        />
        <TextField
          form={form}
          field="cvv"
          label={text.labels.cvv}
          hint={text.hints.cvvWhere(cvvLengthOf(number))}
          input={{
            inputMode: 'numeric',
            autoComplete: 'cc-csc',
            maxLength: cvvLengthOf(number),
          }}
        />
      </div>
      {method === 'credit_card' && <Installments form={form} />}
    </section>
  );
}

/** The brand as soon as the number says it. */
function Brand({ number }: { readonly number: string }) {
  const { text } = useCheckout();
  const brand = detectBrand(digitsOf(number));
  return (
    <>
      {brand && (
        <span class={`brand brand-${brand}`} aria-hidden="true">
          {brand === 'amex' ? 'Amex' : brandName(brand)}
        </span>
      )}
      <span class="hidden" role="status">
        {brand ? text.card.brand(brandName(brand)) : ''}
      </span>
    </>
  );
}
