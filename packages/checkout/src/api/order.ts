import type { PaymentMethod } from './charge.js';

export interface Customer {
  readonly name: string;
  readonly email: string;
  /** CPF or CNPJ: digits, and capital letters in a CNPJ. */
  readonly tax_id: string;
  readonly phone: string;
  readonly type: 'individual' | 'company';
}

/** Body of `POST /pay/{id}/charges`. */
export interface PayBody {
  readonly payment_method: PaymentMethod;
  readonly payment_details: { readonly token?: string; readonly installments?: number };
  readonly customer: Customer;
}
