import { EMPTY_FORM, type FormValues } from '../form/fields.js';

/** A form that is filled in right, in the sandbox and elsewhere. */
export const aForm = (fields: Partial<FormValues> = {}): FormValues => ({
  ...EMPTY_FORM,
  method: 'pix',
  number: '4929 0000 1111 2224',
  holderName: 'MARIA SILVA',
  expiry: '09/31',
  cvv: '123',
  name: 'Maria Silva',
  taxId: '123.456.789-09',
  email: 'maria@example.com',
  phone: '(11) 98765-4321',
  ...fields,
});
