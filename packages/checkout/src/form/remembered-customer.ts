import { CUSTOMER_FIELDS, type FormValues } from './fields.js';
import type { KeyValueStorage } from '../attempts/attempt-store.js';
import type { Stage } from '../payment/stage.js';

const NAME = 'centavo.customer';

/** What of a form says who pays: the part that is asked for once. Never anything of a card. */
export type RememberedCustomer = Pick<FormValues, (typeof CUSTOMER_FIELDS)[number] | 'taxIdKind'>;

/**
 * Who pays, for as long as the tab is open: phones throw pages away while their owner is in the bank's app, and who comes back to an
 * expired code should not have to type it all again.
 */
export class CustomerMemory {
  /** @param storage of the tab; null when the browser gives the page none */
  constructor(private readonly storage: KeyValueStorage | null) {}

  recall(): Partial<RememberedCustomer> {
    try {
      const kept = JSON.parse(this.storage?.getItem(NAME) ?? '{}') as Record<string, unknown>;
      const texts = CUSTOMER_FIELDS.flatMap((field) => (typeof kept[field] === 'string' ? [[field, kept[field]]] : []));
      const taxIdKind = kept.taxIdKind === 'cnpj' ? 'cnpj' : 'cpf';
      return { ...(Object.fromEntries(texts) as Partial<RememberedCustomer>), taxIdKind };
    } catch {
      return {};
    }
  }

  keep({ name, taxId, taxIdKind, email, phone }: FormValues): void {
    try {
      this.storage?.setItem(NAME, JSON.stringify({ name, taxId, taxIdKind, email, phone }));
    } catch {
      // It is a convenience.
    }
  }

  /** Who pays is kept from the press of the button until he is done here: it is paid, or a boleto takes it out of the browser. */
  follow(stage: Stage, values: FormValues): void {
    if (stage.name === 'sending') return this.keep(values);
    const isDone = stage.name === 'paid' || (stage.name === 'waiting' && stage.charge.payment_method === 'boleto');
    if (isDone) this.forget();
  }

  forget(): void {
    try {
      this.storage?.removeItem(NAME);
    } catch {
      // Then there is nothing to forget.
    }
  }
}
