import type { Browser, Page } from 'playwright-core';
import { aCard } from './testing/a-card.js';
import { launchChromium } from './testing/chromium.js';
import { MerchantSite } from './testing/merchant-site.js';
import { payByCard } from './testing/pay-by-card.js';
import { KEY_PATH, RecordingService, refusal, TOKENS_PATH } from './testing/recording-service.js';

/** Its first start reads it from a cold disk. */
const LAUNCH_TIMEOUT_MS = 120_000;

describe('The page from the README, in Chromium and on another origin than the service', () => {
  let browser: Browser;
  let service: RecordingService;
  let site: MerchantSite;
  let page: Page;
  beforeAll(async () => (browser = await launchChromium()), LAUNCH_TIMEOUT_MS);
  afterAll(() => browser?.close());
  beforeEach(async () => {
    service = await RecordingService.start();
    site = await MerchantSite.start(service);
    page = await browser.newPage();
  });
  afterEach(async () => {
    await page.close();
    await site.stop();
    await service.stop();
  });

  const problem = () => page.locator('#problem:not(:empty)').textContent();

  it('gives the merchant a token and nothing else', async () => {
    await payByCard(page, site, aCard({ number: '4929 0000 1111 2222' }));
    await page.getByText('Thank you').waitFor();
    expect(site.submitted).toEqual([expect.stringMatching(/^token=tok_[\w-]+$/)]);
  });

  it('sends the service the encrypted card, and neither number nor CVV', async () => {
    const cvv = ['9173', '8264'].find((digits) => !(service.baseUrl + site.url).includes(digits))!;
    await payByCard(page, site, aCard({ cvv }));
    await page.getByText('Thank you').waitFor();

    const [request] = service.to(TOKENS_PATH);
    const { card: jwe } = JSON.parse(request!.body) as { card: string };
    expect(request!.body).toBe(JSON.stringify({ card: jwe }));
    expect(JSON.parse((await service.open(request!)).plaintext)).toEqual({
      number: '4929000011112222',
      holderName: 'Maria Silva',
      expirationMonth: '09',
      expirationYear: '2031',
    });
    expect(service.sent).toContain(jwe);
    const readable = service.sent.replace(jwe, '');
    for (const secret of ['4929000011112222', 'Maria', cvv]) expect(readable).not.toContain(secret);
  });

  it('fetches the key past the browser cache after a rotation', async () => {
    await payByCard(page, site, aCard());
    await page.getByText('Thank you').waitFor();
    await service.rotateKey();
    await payByCard(page, site, aCard());
    await page.getByText('Thank you').waitFor();
    expect(site.submitted).toHaveLength(2);
    // The second page took the old key from the cache, was refused, and fetched the new one.
    expect(service.to(TOKENS_PATH)).toHaveLength(3);
    expect(service.to(KEY_PATH)).toHaveLength(2);
  });

  it('tells a typo, and sends nothing', async () => {
    await payByCard(page, site, aCard({ number: '4929' }));
    expect(await problem()).toBe('Please check card.number.');
    expect(service.requests).toEqual([]);
  });

  it('tells that the service refused, and submits nothing', async () => {
    service.prepare(TOKENS_PATH, refusal(401, 'invalid_api_key'));
    await payByCard(page, site, aCard());
    expect(await problem()).toContain('try again');
    expect(site.submitted).toEqual([]);
  });
});
