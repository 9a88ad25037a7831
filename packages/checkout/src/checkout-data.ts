import type { PaymentMethod } from './api/charge.js';
import type { Language } from './text/text.js';

/** What the server writes into the page. All of it is public: whoever has the link reads it. */
export interface CheckoutData {
  readonly language: Language;
  readonly linkId: string;
  /** False on the page that was answered with 410: it only shows a payment that was made in this browser. */
  readonly isUsable: boolean;
  readonly merchantName: string;
  readonly title: string;
  readonly description: string | null;
  /** Centavos. */
  readonly amount: number;
  readonly currency: 'BRL';
  readonly productType: 'physical' | 'digital';
  readonly coverImageUrl: string | null;
  readonly redirectUrl: string | null;
  readonly allowedPaymentMethods: readonly PaymentMethod[];
  /** 1 to 12 */
  readonly maxInstallments: number;
  readonly isSandbox: boolean;
  /** ISO 8601 */
  readonly expiresAt: string | null;
}

/** @throws when the page has none: the server has forgotten it */
export function readCheckoutData(page: Document): CheckoutData {
  const element = page.getElementById('checkout');
  if (!element?.textContent) throw new Error('The page has no checkout data.');
  return JSON.parse(element.textContent) as CheckoutData;
}
