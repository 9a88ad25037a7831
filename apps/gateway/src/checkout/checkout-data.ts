import type { PaymentMethod, ProductType } from '@centavo/contracts';
import type { PageLanguage } from './page-language.js';

/** What the page is told, as JSON; `packages/checkout/src/checkout-data.ts` reads it. All of it is public: whoever has the link has it. */
export interface CheckoutData {
  readonly language: PageLanguage;
  readonly linkId: string;
  /** False with a 410: then the page only shows a payment that was made in its browser before. */
  readonly isUsable: boolean;
  readonly merchantName: string;
  readonly title: string;
  readonly description: string | null;
  /** Centavos. */
  readonly amount: number;
  readonly currency: 'BRL';
  readonly productType: ProductType;
  readonly coverImageUrl: string | null;
  readonly redirectUrl: string | null;
  readonly allowedPaymentMethods: readonly PaymentMethod[];
  /** From 1 to 12. */
  readonly maxInstallments: number;
  readonly isSandbox: boolean;
  /** ISO 8601 */
  readonly expiresAt: string | null;
}
