import type { PaymentLink } from '@centavo/contracts';
import { eventually, PostbackReceiver } from '@centavo/testing';
import { pageWeight } from '../../scripts/lib/page-weight.mjs';
import { CheckoutStage, STAGE_TIMEOUT_MS } from '../support/checkout/checkout-stage.js';
import type { Payer } from '../support/checkout/payer.js';

const CLOSED = 'Este link não está mais disponível';
const MAX_WEIGHT_BYTES = 100_000;
const SOON_MS = 3_000;

const statusOf = async ({ checkout_url }: PaymentLink): Promise<number> => (await fetch(checkout_url)).status;

/** The browser says on its console what the answer's status was. */
function expectsRefusal(payer: Payer): void {
  payer.expects(/the server responded with a status of 410/);
}

describe('The page of a payment link, in Chromium', () => {
  let stage: CheckoutStage;
  let images: PostbackReceiver;
  beforeAll(async () => {
    [stage, images] = await Promise.all([CheckoutStage.start(), PostbackReceiver.start()]);
  }, STAGE_TIMEOUT_MS);
  afterEach(() => stage.dismissPayers());
  afterAll(async () => {
    await stage?.stop();
    await images?.close();
  });

  /** At a link that is closed already. */
  async function arriveTooLate(link: PaymentLink, language?: 'en-US'): Promise<Payer> {
    expect(await statusOf(link)).toBe(410);
    const payer = await stage.arrive(link, { language });
    expectsRefusal(payer);
    return payer;
  }

  it('says that it cannot be paid any more when it expires before the payer’s eyes, and to all who come later', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    expectsRefusal(payer);
    await payer.prepare('credit_card');
    await stage.change(link, { expires_at: new Date(Date.now() + SOON_MS).toISOString() });
    await eventually(async () => expect(await statusOf(link)).toBe(410));
    await payer.payButton.click();
    await payer.sees(CLOSED);
    expect(await payer.accessibilityProblems()).toEqual([]);
    await payer.page.reload();
    await payer.sees(CLOSED);
    expect(await stage.chargesOf(link)).toEqual([]);
  });

  it('says so when the last use is taken, but shows who took it his receipt', async () => {
    const link = await stage.aLink({ max_uses: 1 });
    const first = await stage.arrive(link);
    const second = await stage.arrive(link);
    expectsRefusal(first);
    expectsRefusal(second);
    await first.pay('credit_card');
    await first.sees('Pagamento aprovado');
    await second.pay('pix');
    await second.sees(CLOSED);
    await first.page.reload();
    await first.sees('Pagamento aprovado');
    expect(await first.accessibilityProblems()).toEqual([]);
    expect(await stage.chargesOf(link)).toHaveLength(1);
  });

  it('says so in Portuguese and English when the shop has closed the link', async () => {
    const link = await stage.aLink();
    const { shop, platform } = stage;
    await platform.http.post(`/v1/payment-links/${link.id}/deactivate`, shop.credentials, undefined);
    const payer = await arriveTooLate(link);
    await payer.sees(CLOSED);
    expect(await payer.accessibilityProblems()).toEqual([]);
    const reader = await arriveTooLate(link, 'en-US');
    await reader.sees('This link is no longer available');
    expect(await reader.accessibilityProblems()).toEqual([]);
  });

  it('says so when there is no such link', async () => {
    const link = await stage.aLink();
    const address = link.checkout_url.replace(link.id, '01900000-0000-7000-8000-000000000000');
    const payer = await stage.arrive({ ...link, checkout_url: address });
    payer.expects(/the server responded with a status of 404/);
    await payer.sees('Este link de pagamento não existe');
    expect(await payer.accessibilityProblems()).toEqual([]);
  });

  it('weighs less than 100 kB in all, compressed', async () => {
    const weight = await pageWeight((await stage.aLink()).checkout_url);
    expect(Object.keys(weight)).toEqual(['page', 'style sheet', 'script']);
    const total = Object.values(weight).reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeLessThan(MAX_WEIGHT_BYTES);
  });

  it('asks nobody else for anything but the cover image, who learns nothing by it', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300"/></svg>';
    images.answerWith({ status: 200, headers: { 'content-type': 'image/svg+xml' }, body: svg });
    const link = await stage.aLink({ cover_image_url: images.url('/cover.svg?size=600') });
    const payer = await stage.arrive(link, { otherOrigin: new URL(images.url()).origin });
    await payer.sees('Como você quer pagar?');
    await eventually(async () => expect(await payer.page.evaluate('document.images[0].naturalWidth')).toBe(600));
    expect(await payer.accessibilityProblems()).toEqual([]);
    expect(images.requests.map(({ path }) => path)).toEqual(['/cover.svg?size=600']);
    expect(images.requests[0]!.headers).not.toHaveProperty('referer');
    expect(images.requests[0]!.headers).not.toHaveProperty('cookie');
  });

  it('does without a cover image that does not come', async () => {
    images.answerWith({ status: 404 });
    const link = await stage.aLink({ cover_image_url: images.url('/gone.png') });
    const payer = await stage.arrive(link, { otherOrigin: new URL(images.url()).origin });
    payer.expects(/the server responded with a status of 404/);
    await payer.sees('Como você quer pagar?');
    await payer.page.locator('img').waitFor({ state: 'detached' });
  });
});
