import { PAYMENT_METHODS, type PaymentMethod } from '../api/charge.js';

/** The methods of a link in the order in which the page offers them. */
export const offeredMethods = (allowed: readonly PaymentMethod[]): readonly PaymentMethod[] =>
  PAYMENT_METHODS.filter((method) => allowed.includes(method));
