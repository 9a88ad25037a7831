import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { aLink } from './testing/a-link.js';
import { CheckoutBrowser } from './testing/checkout-browser.js';
import type { CheckoutServer } from './testing/checkout-server.js';
import { LAUNCH_TIMEOUT_MS, payBy, pickMethod, submit, titled } from './testing/pay-on-page.js';

const DESKTOP = { width: 1280, height: 800 };

/** All rules of axe, its best practices too. */
async function expectNoViolations(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

describe('The checkout page has no accessibility violations', () => {
  let browser: Browser;
  let payer: CheckoutBrowser;
  let server: CheckoutServer;
  let page: Page;
  beforeAll(async () => (browser = await CheckoutBrowser.launch()), LAUNCH_TIMEOUT_MS);
  afterAll(() => browser?.close());
  beforeEach(async () => {
    payer = await CheckoutBrowser.open(browser);
    server = payer.server;
    page = await payer.openTab();
  });
  afterEach(() => payer.close());

  it('in the empty form', async () => {
    await titled(page, 'Como você quer pagar?');
    await expectNoViolations(page);
    await page.setViewportSize(DESKTOP);
    await expectNoViolations(page);
  });

  it('in the card form with its problems', async () => {
    await pickMethod(page, 'credit_card');
    await page.locator('#number').fill('378282246310005');
    await submit(page);
    await expectNoViolations(page);
    await page.setViewportSize(DESKTOP);
    await expectNoViolations(page);
  });

  it('while the payment is processed', async () => {
    await payBy(page, 'credit_card');
    await page.getByText('Aguardando a resposta do banco').waitFor();
    await expectNoViolations(page);
  });

  it('at the Pix code, and when it is to be left', async () => {
    await payBy(page, 'pix');
    await titled(page, 'Pague com Pix');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Pagar de outra forma' }).click();
    await expectNoViolations(page);
    await page.setViewportSize(DESKTOP);
    await expectNoViolations(page);
  });

  it('at the boleto', async () => {
    await payBy(page, 'boleto');
    await titled(page, 'Seu boleto está pronto');
    await expectNoViolations(page);
  });

  it.each(['captured', 'failed', 'expired'] as const)('when the charge is %s', async (status) => {
    server.data = aLink({ redirectUrl: 'https://shop.example/' });
    server.onCharge = (charge) => ({ ...charge, status });
    await page.reload();
    await payBy(page, 'credit_card');
    await page.locator('.sign').waitFor();
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    await expectNoViolations(page);
  });

  it('on the page of an ended link', async () => {
    server.data = aLink({ isUsable: false });
    await page.reload();
    await titled(page, 'Este link não está mais disponível');
    await expectNoViolations(page);
  });

  it('in English', async () => {
    server.data = aLink({ language: 'en' });
    await page.reload();
    await pickMethod(page, 'credit_card');
    await expectNoViolations(page);
  });
});
