import type { Page } from 'playwright-core';
import type { PaymentMethod } from '../api/charge.js';

/** Its first start reads it from a cold disk. */
export const LAUNCH_TIMEOUT_MS = 120_000;

/** Waits until the page shows what has this title. */
export const titled = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name, level: 2 }).waitFor();

export const pickMethod = (page: Page, method: PaymentMethod): Promise<void> =>
  page.locator(`input[value=${method}]`).check();

export async function fillCustomer(page: Page): Promise<void> {
  await page.locator('#name').fill('Maria Silva');
  await page.locator('#taxId').fill('12345678909');
  await page.locator('#email').fill('maria@example.com');
  await page.locator('#phone').fill('11987654321');
}

async function fillCard(page: Page): Promise<void> {
  await page.locator('#number').fill('4929000011112222');
  await page.locator('#holderName').fill('MARIA SILVA');
  await page.locator('#expiry').fill('0931');
  await page.locator('#cvv').fill('917');
}

export const submit = (page: Page): Promise<void> => page.locator('button[type=submit]').click();

/** Fills in everything that the method needs, and presses the button. */
export async function payBy(page: Page, method: PaymentMethod): Promise<void> {
  await pickMethod(page, method);
  if (method === 'credit_card' || method === 'debit_card') await fillCard(page);
  await fillCustomer(page);
  await submit(page);
}

/** What the page shows can be old by the time it takes until it asks again: this makes it ask now. */
export const askNow = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));

/** Who has the focus: the id of a field, or the text of what was read out. */
export const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() =>
    document.activeElement instanceof HTMLInputElement
      ? document.activeElement.id
      : (document.activeElement?.textContent ?? null),
  );
