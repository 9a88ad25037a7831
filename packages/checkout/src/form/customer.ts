import type { Customer } from '../api/order.js';
import { plainPhone, plainTaxId } from './customer.rules.js';
import type { FormValues } from './fields.js';

/** The customer of a form that has no problems, as the platform wants it. */
export const customerOf = ({ name, email, taxId, taxIdKind, phone }: FormValues): Customer => ({
  name: name.trim(),
  email: email.trim(),
  tax_id: plainTaxId(taxId),
  phone: plainPhone(phone),
  type: taxIdKind === 'cpf' ? 'individual' : 'company',
});
