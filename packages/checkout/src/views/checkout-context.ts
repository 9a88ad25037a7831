import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { CheckoutData } from '../checkout-data.js';
import type { Formats } from '../format/formats.js';
import type { Payment } from '../payment/payment.js';
import type { Text } from '../text/text.js';

/** What every part of the page needs. */
export interface Checkout {
  readonly data: CheckoutData;
  readonly payment: Payment;
  readonly text: Text;
  readonly formats: Formats;
  /** The server's time, for what ends at an instant that the server sets. */
  readonly nowMs: () => number;
}

interface CheckoutOnPage extends Checkout {
  /** Forgets in this browser who has paid, or has a code, and what with. */
  readonly payAsSomebodyElse: () => void;
}

const CheckoutContext = createContext<CheckoutOnPage | null>(null);

export const CheckoutProvider = CheckoutContext.Provider;

export function useCheckout(): CheckoutOnPage {
  const checkout = useContext(CheckoutContext);
  if (!checkout) throw new Error('This belongs inside a CheckoutProvider.');
  return checkout;
}
