import type { PaymentMethod } from '../api/charge.js';

/** In the order in which they stand on the page: the first one with a problem gets the focus. */
export const CARD_FIELDS = ['number', 'holderName', 'expiry', 'cvv'] as const;
export const CUSTOMER_FIELDS = ['name', 'taxId', 'email', 'phone'] as const;

export type CardField = (typeof CARD_FIELDS)[number];
export type CustomerField = (typeof CUSTOMER_FIELDS)[number];
export type Field = CardField | CustomerField;

export type TaxIdKind = 'cpf' | 'cnpj';

/** What the payer has typed so far, as it stands in the fields. */
export type FormValues = Readonly<Record<Field, string>> & {
  readonly method: PaymentMethod | null;
  readonly taxIdKind: TaxIdKind;
  readonly installments: number;
};

export type Problem = 'missing' | 'invalid' | 'expired' | 'unsupported';
export type Problems = Readonly<Partial<Record<Field, Problem>>>;

export const EMPTY_FORM: FormValues = {
  method: null,
  number: '',
  holderName: '',
  expiry: '',
  cvv: '',
  installments: 1,
  name: '',
  taxId: '',
  taxIdKind: 'cpf',
  email: '',
  phone: '',
};
