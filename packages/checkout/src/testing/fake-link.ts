import type { Charge } from '../api/charge.js';
import type { Answer, CheckoutApi, Refusal } from '../api/checkout-api.js';
import type { Attempt } from '../attempts/attempt.js';
import { aChargeOf } from './a-charge.js';

export const LOST: Answer = { kind: 'lost', retryAfterMs: null };

export const refused = (status: number, error: string, fields: Partial<Refusal> = {}): Refusal => ({
  kind: 'refused',
  status,
  error,
  details: [],
  retryAfterMs: null,
  isKept: false,
  ...fields,
});

/** The server's side of a link in memory: one charge per idempotency key, whatever happens to the answers. */
export class FakeLink implements Pick<CheckoutApi, 'pay' | 'charge' | 'void'> {
  /** What becomes of charges when they are made. */
  onCharge: (charge: Charge) => Charge = (charge) => charge;
  /** Instead of the next answers to `pay`. A lost one is lost on its way back: the charge is there. */
  readonly answersToPay: (Answer | Promise<Answer>)[] = [];
  readonly answersToCharge: Answer[] = [];
  readonly answersToVoid: Answer[] = [];
  readonly attempts: Attempt[] = [];
  readonly #charges = new Map<string, Charge>();
  reads = 0;

  get charges(): readonly Charge[] {
    return [...this.#charges.values()];
  }

  async pay(attempt: Attempt): Promise<Answer> {
    this.attempts.push(attempt);
    const prepared = await this.answersToPay.shift();
    if (prepared?.kind === 'refused') return prepared;
    const charge = this.#charges.get(attempt.key) ?? this.#make(attempt);
    return prepared ?? { kind: 'charge', charge };
  }

  async charge(id: string): Promise<Answer> {
    this.reads += 1;
    const charge = this.charges.find((made) => made.id === id);
    return this.answersToCharge.shift() ?? (charge ? { kind: 'charge', charge } : refused(404, 'charge_not_found'));
  }

  async void(id: string): Promise<Answer> {
    const prepared = this.answersToVoid.shift();
    if (prepared) return prepared;
    const charge = this.charges.find((made) => made.id === id);
    if (charge?.status !== 'pending') return refused(409, 'charge_not_voidable');
    return { kind: 'charge', charge: this.change({ status: 'voided' }) };
  }

  /** Lets something happen to the charge that was made last. */
  change(fields: Partial<Charge>): Charge {
    const [key, charge] = [...this.#charges].at(-1)!;
    const changed = { ...charge, ...fields } as Charge;
    this.#charges.set(key, changed);
    return changed;
  }

  expireAll(): void {
    for (const [key, charge] of this.#charges) this.#charges.set(key, { ...charge, status: 'expired' });
  }

  #make({ key, method }: Attempt): Charge {
    const charge = this.onCharge({ ...aChargeOf(method), id: `charge-${this.#charges.size + 1}` });
    this.#charges.set(key, charge);
    return charge;
  }
}
