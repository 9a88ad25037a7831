import type { CheckoutData } from './checkout-data.js';
import { DomainError, isUuid } from '@centavo/contracts';
import { Settings } from '@centavo/runtime';
import { Injectable } from '@nestjs/common';
import { CheckoutAssets } from './checkout-assets.js';
import { CheckoutLinks, type CheckoutLink } from './checkout-links.js';
import { checkoutPageHtml, noLinkPageHtml } from './checkout-page.html.js';
import type { PageLanguage } from './page-language.js';

export interface Page {
  readonly status: 200 | 404 | 410;
  readonly body: string;
  readonly contentSecurityPolicy: string;
}

@Injectable()
export class CheckoutPage {
  constructor(
    private readonly links: CheckoutLinks,
    private readonly assets: CheckoutAssets,
    private readonly settings: Settings,
  ) {}

  /** Whatever the path says, and whatever has become of the link, whoever opens it gets a page and no JSON. */
  async of(linkId: string, language: PageLanguage): Promise<Page> {
    const found = isUuid(linkId) ? await this.#find(linkId.toLowerCase()) : undefined;
    if (!found)
      return { status: 404, body: noLinkPageHtml(language, this.assets), contentSecurityPolicy: policy(null) };
    return {
      status: found.isUsable ? 200 : 410,
      body: checkoutPageHtml(this.#dataOf(found, language), this.assets),
      contentSecurityPolicy: policy(found.link.cover_image_url),
    };
  }

  async #find(linkId: string): Promise<CheckoutLink | undefined> {
    try {
      return await this.links.find(linkId);
    } catch (error) {
      if (error instanceof DomainError && error.status === 404) return undefined;
      throw error;
    }
  }

  #dataOf({ link, merchant, isUsable }: CheckoutLink, language: PageLanguage): CheckoutData {
    return {
      language,
      linkId: link.id,
      isUsable,
      merchantName: merchant.name,
      title: link.title,
      description: link.description,
      amount: Number(link.amount),
      currency: 'BRL',
      productType: link.product_type,
      coverImageUrl: link.cover_image_url,
      redirectUrl: link.redirect_url,
      allowedPaymentMethods: link.allowed_payment_methods,
      maxInstallments: link.max_installments,
      isSandbox: this.settings.isSandbox,
      expiresAt: link.expires_at?.toISOString() ?? null,
    };
  }
}

/**
 * Script and style are ours, and nothing else runs or is asked for, but for the one picture that the merchant has chosen. The page is in no
 * frame, where it could be made to look like another.
 */
const policy = (coverImageUrl: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data:${coverImageUrl === null ? '' : ` ${sourceOf(coverImageUrl)}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** A source expression: without a query, which it cannot have, and without what would end it. */
function sourceOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
}
