import { useCheckout } from '../checkout-context.js';
import { TextField } from './text-field.js';
import type { Form } from './use-form.js';

/** Who pays. Asked once, whatever the method. */
export function CustomerFields({ form }: { readonly form: Form }) {
  const { text } = useCheckout();
  const isCompany = form.values.taxIdKind === 'cnpj';
  return (
    <section class="fields" aria-labelledby="customer-title">
      <h3 id="customer-title">{text.customer.title}</h3>
      <TextField
        form={form}
        field="name"
        label={isCompany ? text.labels.companyName : text.labels.name}
        input={{ autoComplete: isCompany ? 'organization' : 'name', autoCapitalize: 'words' }}
      />
      <TextField
        form={form}
        field="taxId"
        label={isCompany ? text.labels.cnpj : text.labels.cpf}
        // A CNPJ may have letters since July 2026.
        input={
          isCompany
            ? { autoCapitalize: 'characters', placeholder: '00.000.000/0000-00' }
            : { inputMode: 'numeric', placeholder: '000.000.000-00' }
        }
        aside={
          <button
            type="button"
            class="link"
            onClick={() => form.change({ taxIdKind: isCompany ? 'cpf' : 'cnpj', taxId: '' })}
          >
            {isCompany ? text.customer.useCpf : text.customer.useCnpj}
          </button>
        }
      />
      <TextField
        form={form}
        field="email"
        label={text.labels.email}
        input={{ inputMode: 'email', autoComplete: 'email' }}
      />
      <TextField
        form={form}
        field="phone"
        label={text.labels.phone}
        input={{ inputMode: 'tel', autoComplete: 'tel', placeholder: '(11) 98765-4321' }}
      />
    </section>
  );
}
