import type { PaymentLink } from '@centavo/contracts';
import { CheckoutStage, STAGE_TIMEOUT_MS } from '../support/checkout/checkout-stage.js';
import type { Payer } from '../support/checkout/payer.js';

const CHARGES = '**/charges';
/** Until both tabs have been told when to press the button. */
const TOGETHER_MS = 500;

const pressAt = (atMs: number): string => `new Promise((resolve) => {
  const button = document.querySelector('button[type=submit]');
  setTimeout(() => resolve(button.click()), ${atMs} - Date.now());
})`;

/** The server does what it is asked next, and its answer does not come. */
async function loseNextAnswer({ page }: Payer): Promise<void> {
  await page.route(
    CHARGES,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

describe('One charge, whatever the payer does, in Chromium', () => {
  let stage: CheckoutStage;
  beforeAll(async () => {
    stage = await CheckoutStage.start();
  }, STAGE_TIMEOUT_MS);
  afterEach(() => stage.dismissPayers());
  afterAll(() => stage?.stop());

  async function hasOneCharge(link: PaymentLink, status: 'pending' | 'captured'): Promise<void> {
    const charges = await stage.chargesOf(link);
    expect(charges.map((charge) => charge.status)).toEqual([status]);
  }

  it('with a double click', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    await payer.prepare('credit_card');
    await payer.payButton.dblclick();
    await payer.sees('Pagamento aprovado');
    await hasOneCharge(link, 'captured');
  });

  it('with a reload before the answer has come', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    const isMade = new Promise<void>((resolve) => {
      void payer.page.route(CHARGES, (route) => route.fetch().then(() => resolve()), { times: 1 });
    });
    await payer.pay('credit_card');
    await isMade;
    await payer.page.reload();
    await payer.sees('Pagamento aprovado');
    await hasOneCharge(link, 'captured');
  });

  it('with a reload, and on the way back from another page', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    await payer.pay('pix');
    await payer.sees('Pague com Pix');
    await payer.page.reload();
    await payer.sees('Pague com Pix');
    await payer.page.goto('about:blank');
    await payer.page.goBack();
    await payer.sees('Pague com Pix');
    await hasOneCharge(link, 'pending');
  });

  it('with another tab, which shows what the first one has begun', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    await payer.pay('pix');
    await payer.sees('Pague com Pix');
    const tab = await payer.anotherTab(link);
    await tab.sees('Pague com Pix');
    await stage.sandbox(link, 'pay');
    await Promise.all([payer, tab].map((it) => it.sees('Pagamento aprovado')));
    await hasOneCharge(link, 'captured');
  });

  it('with two tabs that pay at the same moment', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    const tab = await payer.anotherTab(link);
    for (const it of [payer, tab]) await it.prepare('pix');
    const atMs = Date.now() + TOGETHER_MS;
    await Promise.all([payer, tab].map(({ page }) => page.evaluate(pressAt(atMs))));
    await Promise.all([payer, tab].map((it) => it.sees('Pague com Pix')));
    await hasOneCharge(link, 'pending');
  });

  it('when its answer is lost', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    payer.expects(/ERR_FAILED/);
    await loseNextAnswer(payer);
    await payer.pay('credit_card');
    await payer.seesText('Continuamos tentando, e você não será cobrado duas vezes.');
    expect(await payer.accessibilityProblems()).toEqual([]);
    await payer.sees('Pagamento aprovado');
    await hasOneCharge(link, 'captured');
  });

  it('when the server is away, and comes back', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    payer.expects(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/);
    await payer.prepare('pix');
    await stage.line.cut();
    await payer.payButton.click();
    await payer.seesText('A conexão está instável.');
    await stage.line.mend();
    await payer.sees('Pague com Pix');
    await hasOneCharge(link, 'pending');
    await stage.line.cut();
    await payer.seesText('Sem conexão. Continuamos tentando.');
    await stage.line.mend();
    await stage.sandbox(link, 'pay');
    await payer.sees('Pagamento aprovado');
    await hasOneCharge(link, 'captured');
  });

  it('when the server is away before the card has reached it: nothing is charged, and the payer hears it', async () => {
    const link = await stage.aLink();
    const payer = await stage.arrive(link);
    payer.expects(/ERR_CONNECTION_REFUSED/);
    await payer.prepare('credit_card');
    await stage.line.cut();
    await payer.payButton.click();
    await payer.seesText('Não conseguimos conectar. Nada foi cobrado.');
    expect(await payer.accessibilityProblems()).toEqual([]);
    await stage.line.mend();
    expect(await stage.chargesOf(link)).toEqual([]);
    await payer.payButton.click();
    await payer.sees('Pagamento aprovado');
    await hasOneCharge(link, 'captured');
  });
});
