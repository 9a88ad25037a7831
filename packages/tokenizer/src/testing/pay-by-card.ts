import type { Page } from 'playwright-core';
import type { CardInput } from '../validate-card.js';
import type { MerchantSite } from './merchant-site.js';

/** Opens the merchant's page, types a card into it and presses the button. */
export async function payByCard(page: Page, site: MerchantSite, card: CardInput): Promise<void> {
  await page.goto(site.url);
  await page.getByLabel('Card number').fill(card.number);
  await page.getByLabel('Name on the card').fill(card.holderName);
  await page.getByLabel('Month').fill(card.expirationMonth);
  await page.getByLabel('Year').fill(card.expirationYear);
  await page.getByLabel('CVV').fill(card.cvv);
  await page.getByRole('button', { name: 'Pay' }).click();
}
