import type { Browser, Page } from 'playwright-core';
import type { Charge } from './api/charge.js';
import { aLink } from './testing/a-link.js';
import { CheckoutBrowser } from './testing/checkout-browser.js';
import { type CheckoutServer, refusal } from './testing/checkout-server.js';
import {
  askNow,
  fillCustomer,
  focused,
  LAUNCH_TIMEOUT_MS,
  payBy,
  pickMethod,
  submit,
  titled,
} from './testing/pay-on-page.js';

const atAnotherHost = ({ payment_details }: Charge) => ({
  payment_details: { ...payment_details, qr_code_url: 'https://pay.example/pix/qr-code.png' },
});

describe('The checkout page in Chromium, under a strict content security policy', () => {
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

  const title = (text: string) => titled(page, text);
  const posts = () => server.to('POST', '/charges');

  it('is paid by card with the keyboard alone', async () => {
    server.onCharge = (charge) => ({ ...charge, status: 'captured' });
    const type = (text: string) => page.keyboard.type(text);
    const next = () => page.keyboard.press('Tab');
    await title('Como você quer pagar?');
    await next();
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('Número do cartão').waitFor();
    for (const text of ['4929000011112222', 'Maria Silva', '0931', '123']) await next().then(() => type(text));
    await next();
    await page.keyboard.press('ArrowDown');
    await next();
    await type('Maria Silva');
    // The button that asks for a CNPJ instead.
    await next();
    for (const text of ['12345678909', 'maria@example.com', '11987654321']) await next().then(() => type(text));
    await page.keyboard.press('Enter');
    await title('Pagamento aprovado');
    expect(await focused(page)).toBe('Pagamento aprovado');
    expect(JSON.parse(posts()[0]!.body)).toEqual({
      payment_method: 'credit_card',
      payment_details: { token: 'tok_2222', installments: 2 },
      customer: {
        name: 'Maria Silva',
        email: 'maria@example.com',
        tax_id: '12345678909',
        phone: '+5511987654321',
        type: 'individual',
      },
    });
  });

  it('sends neither card number nor CVV in clear, nor keeps them', async () => {
    await payBy(page, 'credit_card');
    await page.getByText('Aguardando a resposta do banco').waitFor();
    expect(server.cards).toEqual([
      { number: '4929000011112222', holderName: 'MARIA SILVA', expirationMonth: '09', expirationYear: '2031' },
    ]);
    const [{ card: jwe }] = server.to('POST', '/v1/tokens').map(({ body }) => JSON.parse(body) as { card: string }) as [
      never,
    ];
    const sent = server.requests.map(({ path, body }) => path + body.replace(jwe, '')).join();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const secret of ['4929000011112222', '4929 0000', '"917"']) {
      expect(sent).not.toContain(secret);
      expect(kept).not.toContain(secret);
    }
  });

  it('makes one charge of a double click', async () => {
    await pickMethod(page, 'pix');
    await fillCustomer(page);
    await page.locator('button[type=submit]').dblclick();
    await title('Pague com Pix');
    expect(posts()).toHaveLength(1);
  });

  it('finds the Pix after a reload, also when the link can be used by nobody else', async () => {
    await payBy(page, 'pix');
    await title('Pague com Pix');
    server.data = aLink({ isUsable: false });
    await page.reload();
    await title('Pague com Pix');
    expect(posts()).toHaveLength(1);
    server.change({ status: 'captured' });
    await askNow(page);
    await title('Pagamento aprovado');
  });

  it('sends a payment whose answer was lost again after a reload, with the same key', async () => {
    server.prepare('POST', '/charges', 'silence');
    const isMade = new Promise<void>((resolve) => {
      server.onCharge = (charge) => {
        resolve();
        return charge;
      };
    });
    await payBy(page, 'pix');
    await isMade;
    await page.reload();
    await title('Pague com Pix');
    expect(new Set(posts().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(server.charges).toHaveLength(1);
  });

  it('shows in a second tab what the first one has begun', async () => {
    const second = await payer.openTab();
    await second.getByRole('heading', { name: 'Como você quer pagar?' }).waitFor();
    await payBy(page, 'pix');
    await second.getByRole('heading', { name: 'Pague com Pix' }).waitFor();
    expect(posts()).toHaveLength(1);
  });

  it('gives the Pix code to the clipboard, and turns to paid by itself', async () => {
    await payBy(page, 'pix');
    await page.getByRole('button', { name: 'Copiar código' }).click();
    await page.getByRole('button', { name: 'Código copiado' }).waitFor();
    const [{ payment_details }] = server.charges as [never];
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      (payment_details as { qr_code: string }).qr_code,
    );
    server.change({ status: 'captured' });
    await title('Pagamento aprovado');
  });

  it('makes a new Pix code by one tap when the first one has expired', async () => {
    await payBy(page, 'pix');
    await title('Pague com Pix');
    server.change({ status: 'expired' });
    await askNow(page);
    await title('O código Pix venceu');
    await page.getByRole('button', { name: 'Gerar novo código Pix' }).click();
    await title('Pague com Pix');
    expect(server.charges.map(({ status }) => status)).toEqual(['expired', 'pending']);
  });

  it('ends the boleto before it offers another way', async () => {
    await payBy(page, 'boleto');
    await title('Seu boleto está pronto');
    await page.getByRole('button', { name: 'Pagar de outra forma' }).click();
    await page.getByText('Este boleto deixará de valer').waitFor();
    await page.getByRole('button', { name: 'Pagar de outra forma' }).click();
    await title('Como você quer pagar?');
    expect(server.charges[0]!.status).toBe('voided');
  });

  it('says why a card was declined, and offers Pix with what it knows', async () => {
    server.onCharge = (charge) => ({ ...charge, status: 'failed', failure_code: 'insufficient_funds' });
    await payBy(page, 'credit_card');
    await title('Pagamento não aprovado');
    await page.getByText('saldo ou limite').waitFor();
    server.onCharge = (charge) => charge;
    await page.getByRole('button', { name: 'Pagar com Pix' }).click();
    await title('Pague com Pix');
    expect(posts()).toHaveLength(2);
  });

  it('shows what the server refuses at its field, and takes the payer there', async () => {
    const details = [{ field: 'customer.tax_id', code: 'invalid_value', message: '…' }];
    server.prepare('POST', '/charges', refusal(422, 'validation_error', { details }));
    await payBy(page, 'pix');
    await page.getByText('algum dígito não bate').waitFor();
    expect(await focused(page)).toBe('taxId');
  });

  it('marks every wrong field with one press, wherever the focus was', async () => {
    await pickMethod(page, 'credit_card');
    await page.locator('#email').fill('maria@');
    await submit(page);
    expect(await page.locator('[aria-invalid=true]').count()).toBe(8);
    expect(await focused(page)).toBe('number');
  });

  it('leads back to the shop with the id of the charge', async () => {
    server.data = aLink({ redirectUrl: 'https://shop.example/thanks?order=7' });
    server.onCharge = (charge) => ({ ...charge, status: 'captured' });
    await page.reload();
    await payBy(page, 'pix');
    const back = page.getByRole('link', { name: 'Voltar para a loja' });
    expect(await back.getAttribute('href')).toBe(
      `https://shop.example/thanks?order=7&charge_id=${server.charges[0]!.id}`,
    );
    await page.getByRole('button', { name: 'Ficar nesta página' }).click();
  });

  it('counts down when there are too many tries after a lost answer, and goes on by itself with the same key', async () => {
    const tooMany = refusal(429, 'rate_limit_exceeded', { headers: { 'retry-after': '6' } });
    server.prepare('POST', '/charges', 'silence', tooMany);
    const isMade = new Promise<void>((resolve) => {
      server.onCharge = (charge) => {
        resolve();
        return charge;
      };
    });
    await payBy(page, 'pix');
    await isMade;
    await page.reload();
    await title('Não recebemos a confirmação');
    expect(await page.getByRole('button', { name: /^Aguarde 00:0[1-6]$/ }).isDisabled()).toBe(true);
    await title('Pague com Pix');
    expect(new Set(posts().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(server.charges).toHaveLength(1);
  });

  it('gives somebody else an empty form, and leaves the open code alone', async () => {
    await payBy(page, 'pix');
    await title('Pague com Pix');
    await page.getByRole('button', { name: 'Não é você? Começar de novo' }).click();
    await page.getByText('ele continua valendo até vencer').waitFor();
    await page.getByRole('button', { name: 'Começar de novo' }).click();
    await title('Como você quer pagar?');
    await pickMethod(page, 'pix');
    expect(await page.locator('#name').inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).toBe('[{},{}]');
    expect(server.charges.map(({ status }) => status)).toEqual(['pending']);
    await page.reload();
    await title('Como você quer pagar?');
  });

  it('shows the picture of the code when it is open by another host name than the platform calls itself', async () => {
    server.onCharge = (charge) => ({ ...charge, ...atAnotherHost(charge) }) as Charge;
    await payBy(page, 'pix');
    const picture = page.getByRole('img', { name: 'QR code do Pix' });
    await expect(picture.evaluate((image) => (image as HTMLImageElement).decode())).resolves.toBeUndefined();
  });

  it('says that card data are protected only where they are entered', async () => {
    const said = page.getByText('Os dados do cartão são criptografados');
    await pickMethod(page, 'pix');
    expect(await said.count()).toBe(0);
    await pickMethod(page, 'credit_card');
    await said.waitFor();
    await payBy(page, 'pix');
    await title('Pague com Pix');
    expect(await said.count()).toBe(0);
  });

  it('speaks English to those who do', async () => {
    server.data = aLink({ language: 'en' });
    await page.reload();
    await title('How do you want to pay?');
    await page.getByText('R$249.90').waitFor();
  });
});
