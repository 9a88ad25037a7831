import type { Charge, PaymentLink } from '@centavo/contracts';
import { eventually } from '@centavo/testing';
import { CheckoutStage, STAGE_TIMEOUT_MS } from '../support/checkout/checkout-stage.js';
import { CARDS, CUSTOMER, type Payer } from '../support/checkout/payer.js';

const SHOP = 'https://loja.example';

const isAccessible = async (payer: Payer): Promise<void> => expect(await payer.accessibilityProblems()).toEqual([]);

describe('Paying by a link, in Chromium', () => {
  let stage: CheckoutStage;
  beforeAll(async () => {
    stage = await CheckoutStage.start();
  }, STAGE_TIMEOUT_MS);
  afterEach(() => stage.dismissPayers());
  afterAll(() => stage?.stop());

  async function onlyChargeOf(link: PaymentLink): Promise<Charge> {
    const charges = await stage.chargesOf(link);
    expect(charges).toHaveLength(1);
    return charges[0]!;
  }

  it('takes a card, in the installments that were chosen', async () => {
    const link = await stage.aLink({ amount: 10_000, max_installments: 3, description: 'Tamanho M' });
    const payer = await stage.arrive(link);
    await payer.seesText('Camiseta azul');
    await payer.seesText('R$ 100,00');
    await isAccessible(payer);
    await payer.prepare('credit_card');
    await payer.page.getByLabel('Parcelas').selectOption('3x de R$ 33,33 sem juros (1ª de R$ 33,34)');
    await isAccessible(payer);
    await payer.press('Pagar R$ 100,00');
    await payer.sees('Pagamento aprovado');
    await isAccessible(payer);
    const charge = await onlyChargeOf(link);
    expect(charge).toMatchObject({
      status: 'captured',
      amount: 10_000,
      installments: 3,
      payment_link_id: link.id,
      customer: { name: CUSTOMER.name, email: CUSTOMER.email, tax_id: '12345678909', phone: '+5511987654321' },
    });
    await payer.seesText(charge.id);
    await payer.seesText('Visa final 4242, em 3x');
  });

  it('shows the brand as soon as the number says it', async () => {
    const payer = await stage.arrive(await stage.aLink());
    await payer.choose('credit_card');
    const number = payer.page.getByLabel('Número do cartão');
    await number.pressSequentially('3782');
    await payer.page.getByText('Bandeira: American Express').waitFor();
    await number.fill('');
    await number.pressSequentially('5555');
    await payer.page.getByText('Bandeira: Mastercard').waitFor();
    expect(await number.inputValue()).toBe('5555');
  });

  it('says what is missing at its field, and goes to the first one', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    await payer.choose('credit_card');
    await payer.fillCard('4242 4242');
    await payer.payButton.click();
    const number = payer.page.getByLabel('Número do cartão');
    expect(await payer.page.getByRole('alert').textContent()).toBe('Confira os campos marcados.');
    expect(await payer.focused()).toBe('number');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    await payer.seesText('Confira o número do cartão.');
    await payer.seesText('Informe o CPF ou CNPJ.');
    await isAccessible(payer);
    expect(await stage.chargesOf(link)).toEqual([]);
  });

  it('says that a card was declined, and takes another one from who has been asked once', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    await payer.pay('credit_card', CARDS.declined);
    await payer.sees('Pagamento não aprovado');
    await payer.seesText('Nada foi cobrado.');
    await isAccessible(payer);
    await payer.press('Tentar com outro cartão');
    expect(await payer.page.getByLabel('Nome completo').inputValue()).toBe(CUSTOMER.name);
    await payer.fillCard(CARDS.mastercard);
    await payer.payButton.click();
    await payer.sees('Pagamento aprovado');
    const charges = await stage.chargesOf(link);
    expect(charges.map(({ status, failure_code }) => [status, failure_code])).toEqual([
      ['failed', 'card_declined'],
      ['captured', null],
    ]);
  });

  it('shows a Pix code, and sees by itself that it is paid', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    await payer.pay('pix');
    await payer.sees('Pague com Pix');
    await isAccessible(payer);
    const { payment_details: pix } = (await onlyChargeOf(link)) as Charge & { payment_details: { qr_code: string } };
    await eventually(async () =>
      expect(await payer.page.evaluate('document.images[0].naturalWidth')).toBeGreaterThan(0),
    );
    await payer.press('Copiar código');
    await payer.seesText('Código copiado');
    expect(await payer.page.evaluate('navigator.clipboard.readText()')).toBe(pix.qr_code);
    expect(await payer.page.getByRole('timer').textContent()).toMatch(/^(1:00:00|59:\d\d)$/);
    await stage.sandbox(link, 'pay');
    await payer.sees('Pagamento aprovado');
    expect(await onlyChargeOf(link)).toMatchObject({ status: 'captured', payment_method: 'pix' });
  });

  it('offers a new code for a Pix that has expired', async () => {
    const link = await stage.aLink({ max_uses: 1 });
    const payer = await stage.arrive(link);
    await payer.pay('pix');
    await payer.sees('Pague com Pix');
    await stage.sandbox(link, 'expire');
    await payer.sees('O código Pix venceu');
    await isAccessible(payer);
    await payer.press('Gerar novo código Pix');
    await payer.sees('Pague com Pix');
    const charges = await stage.chargesOf(link);
    expect(charges.map(({ status }) => status)).toEqual(['expired', 'pending']);
  });

  it('lets go of a Pix for a card, so that nobody pays twice', async () => {
    const link = await stage.aLink({ max_uses: 1 });
    const payer = await stage.arrive(link);
    await payer.pay('pix');
    await payer.sees('Pague com Pix');
    await payer.press('Pagar de outra forma');
    await isAccessible(payer);
    await payer.press('Pagar de outra forma');
    await payer.sees('Como você quer pagar?');
    await payer.choose('debit_card');
    await payer.fillCard(CARDS.approved);
    await payer.payButton.click();
    await payer.sees('Pagamento aprovado');
    const charges = await stage.chargesOf(link);
    expect(charges.map(({ payment_method, status }) => [payment_method, status])).toEqual([
      ['pix', 'voided'],
      ['debit_card', 'captured'],
    ]);
  });

  it('shows a boleto to copy and to print', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    await payer.pay('boleto');
    await payer.sees('Seu boleto está pronto');
    await isAccessible(payer);
    const charge = (await onlyChargeOf(link)) as Charge & { payment_details: { line: string } };
    await payer.press('Copiar linha digitável');
    await payer.seesText('Linha copiada');
    expect(await payer.page.evaluate('navigator.clipboard.readText()')).toBe(charge.payment_details.line);
    const [slip] = await Promise.all([
      payer.context.waitForEvent('page'),
      payer.page.getByRole('link', { name: 'Abrir boleto para imprimir' }).click(),
    ]);
    await slip.getByRole('heading', { name: 'Boleto' }).waitFor();
    await slip.close();
  });

  it('speaks English to who reads English', async () => {
    const link = await stage.aLink({ amount: 123_456, max_installments: 1 });
    const payer = await stage.arrive(link, { language: 'en-US', width: 1280 });
    expect(await payer.page.locator('html').getAttribute('lang')).toBe('en');
    await payer.sees('How do you want to pay?');
    await isAccessible(payer);
    await payer.prepare('credit_card');
    await isAccessible(payer);
    await payer.press('Pay R$1,234.56');
    await payer.sees('Payment approved');
    await isAccessible(payer);
    await onlyChargeOf(link);
  });

  it('leads back to the shop, which learns the charge from the address', async () => {
    const link = await stage.aLink({ redirect_url: `${SHOP}/obrigado?pedido=7` });
    const payer = await stage.arrive(link);
    await payer.shopAnswersAt(SHOP);
    await payer.pay('credit_card');
    await payer.sees('Pagamento aprovado');
    await isAccessible(payer);
    const [request] = await Promise.all([
      payer.page.waitForRequest(`${SHOP}/**`),
      payer.page.getByRole('link', { name: 'Voltar para a loja' }).click(),
    ]);
    const { id } = await onlyChargeOf(link);
    expect(request.url()).toBe(`${SHOP}/obrigado?pedido=7&charge_id=${id}`);
    expect((await request.allHeaders())['referer']).toBeUndefined();
    await payer.sees('Obrigado');
  });

  it('goes back to the shop by itself after some seconds', async () => {
    const link = await stage.aLink({ redirect_url: `${SHOP}/obrigado` });
    const payer = await stage.arrive(link);
    await payer.shopAnswersAt(SHOP);
    await payer.page.clock.install();
    await payer.open(link);
    await payer.pay('credit_card');
    await payer.sees('Pagamento aprovado');
    await payer.page.clock.runFor(11_000);
    await payer.sees('Obrigado');
    await payer.page.goBack();
    await payer.sees('Pagamento aprovado');
    await onlyChargeOf(link);
  });

  it('can be paid by keyboard alone', async () => {
    const link = await stage.aLink({ allowed_payment_methods: ['pix', 'boleto'] });
    const payer = await stage.arrive(link);
    const { keyboard } = payer.page;
    await keyboard.press('Tab');
    await keyboard.press('Space');
    for (const [field, value] of Object.entries(CUSTOMER)) {
      await keyboard.press('Tab');
      if (field === 'taxId') await keyboard.press('Tab');
      expect(await payer.focused()).toBe(field);
      await keyboard.type(value);
    }
    await keyboard.press('Enter');
    await payer.sees('Pague com Pix');
    expect(await payer.focused()).toBe('stage-title');
    await keyboard.press('Tab');
    expect(await payer.focused()).toBe('Copiar código');
    await keyboard.press('Enter');
    await payer.seesText('Código copiado');
    await onlyChargeOf(link);
  });
});
