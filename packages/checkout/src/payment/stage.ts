import type { Charge, PaymentMethod } from '../api/charge.js';
import type { Problems } from '../form/fields.js';

/** Why nothing was paid, when it was no field's fault. */
export type Notice =
  | { readonly kind: 'check_fields' | 'no_connection' | 'card_not_possible' | 'method_not_possible' | 'too_many_tries' }
  | { readonly kind: 'wait'; readonly untilMs: number };

/** Where the payer is. */
export type Stage =
  | { readonly name: 'form'; readonly notice: Notice | null; readonly problems: Problems }
  /** On its way. `isSlow`: answers have been lost, and it is sent again. */
  | { readonly name: 'sending'; readonly method: PaymentMethod; readonly isSlow: boolean }
  /** Nobody knows whether it has arrived. `untilMs`: not to be sent again before, by the device's clock. */
  | { readonly name: 'unsure'; readonly untilMs: number | null }
  | { readonly name: 'waiting'; readonly charge: Charge; readonly isOffline: boolean; readonly leaving: Leaving }
  /** `isFresh`: paid before the payer's eyes, not found when the page was opened. */
  | { readonly name: 'paid'; readonly charge: Charge; readonly isFresh: boolean }
  | { readonly name: 'ended'; readonly charge: Charge }
  | { readonly name: 'unavailable' };

/** Whether the payer wants another way to pay than the code that is open. */
export type Leaving = 'no' | 'under way' | 'failed';

export const aForm = (notice: Notice | null = null, problems: Problems = {}): Stage => ({
  name: 'form',
  notice,
  problems,
});
