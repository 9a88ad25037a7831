import { createTokenizer } from '@centavo/tokenizer';
import type { Browser, Page } from 'playwright-core';
import { aCard } from '../../packages/tokenizer/src/testing/a-card.js';
import { launchChromium } from '../../packages/tokenizer/src/testing/chromium.js';
import { MerchantSite } from '../../packages/tokenizer/src/testing/merchant-site.js';
import { payByCard } from '../../packages/tokenizer/src/testing/pay-by-card.js';
import type { TestMerchant } from '../http-client.js';
import { startPlatform, type TestPlatform } from '../platform.js';

const LAUNCH_TIMEOUT_MS = 120_000;

describe('The tokenizer SDK in Chromium, on a merchant’s own origin', () => {
  let platform: TestPlatform;
  let shop: TestMerchant;
  let browser: Browser;
  let site: MerchantSite;
  let page: Page;
  beforeAll(async () => {
    platform = await startPlatform();
    shop = await platform.http.createMerchant();
    site = await MerchantSite.start({ publicKey: shop.credentials.publicKey, baseUrl: platform.http.baseUrl });
    browser = await launchChromium();
    page = await browser.newPage();
  }, LAUNCH_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await site.stop();
    await platform.stop();
  });

  it('gives the merchant the same token as anywhere', async () => {
    await payByCard(page, site, aCard());
    await page.getByText('Thank you').waitFor();
    const tokenizer = createTokenizer({ publicKey: shop.credentials.publicKey, baseUrl: platform.http.baseUrl });
    const { token } = await tokenizer.tokenize({ card: aCard() });
    expect(site.submitted).toEqual([`token=${token}`]);
  });

  it('tells a public key that nobody has', async () => {
    await page.goto(site.url);
    const options = JSON.stringify({ publicKey: `pk_test_${'x'.repeat(22)}`, baseUrl: platform.http.baseUrl });
    const input = JSON.stringify({ card: aCard() });
    const outcome = await page.evaluate(`import('/tokenizer.min.js').then(({ createTokenizer, AuthenticationError }) =>
      createTokenizer(${options}).tokenize(${input}).catch((error) => [error instanceof AuthenticationError, error.error]))`);
    expect(outcome).toEqual([true, 'invalid_api_key']);
  });
});
