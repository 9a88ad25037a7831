import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { chromium } from 'playwright-core';
import { basicOf, post } from '../bench/merchants.mjs';
import { modes } from '../bench/modes.mjs';
import { findChromium, whyNoBrowser } from './lib/browser.mjs';
import { Complaint, runScript } from './lib/complaint.mjs';
import { useLocalEnvironment } from './lib/local-environment.mjs';
import { inRoot } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { smallPng } from './lib/small-png.mjs';
import { temporaryFolder } from './lib/temporary-folder.mjs';

const folder = inRoot('docs', 'images');
const widths = [360, 1280];
const maxBytes = 60_000;
const merchant = {
  name: 'Ateliê da Nina',
  legal_name: 'Ateliê da Nina Ltda',
  tax_id: '11222333000181',
  email: 'nina@example.com',
};
const link = {
  title: 'Vaso de cerâmica esmaltada',
  description: 'Feito à mão, 24 cm. Entrega em até 7 dias úteis.',
  amount: 24_990,
  product_type: 'physical',
  max_installments: 3,
};

/** What is on a picture, by its name: each goes on where the one before it has left the page. */
const stages = {
  card: async (page) => {
    await page.getByRole('radio', { name: 'Cartão de crédito' }).check();
    await page.getByLabel('Número do cartão').fill('4242424242424242');
    await page.getByLabel('Nome impresso no cartão').fill('MARIA SILVA');
    await page.getByLabel('Validade').fill('08/31');
  },
  pix: async (page) => {
    await page.getByRole('radio', { name: 'Pix' }).check();
    await page.getByLabel('Nome completo').fill('Maria Silva');
    await page.getByLabel('CPF', { exact: true }).fill('12345678909');
    await page.getByLabel('E-mail').fill('maria@example.com');
    await page.getByLabel('Celular com DDD').fill('11987654321');
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor();
    await page.evaluate('document.images[0].decode()');
  },
  paid: async (page, { pay }) => {
    await pay();
    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();
  },
};

// node scripts/screenshots.mjs: takes the pictures of the checkout page in docs/images anew, of a platform that it starts and removes.
await runScript(async () => {
  await prepare();
  useLocalEnvironment();
  const obstacle = whyNoBrowser();
  if (obstacle) throw new Complaint(obstacle);
  await mkdir(folder, { recursive: true });
  const dataDir = await temporaryFolder('screenshots');
  const env = { OPERATOR_TOKEN: randomBytes(16).toString('hex') };
  const platform = await modes.standalone({ dataDir, env, scale: {} });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const shop = await openShop(platform);
    for (const width of widths) await takeAll({ browser, shop, width });
  } finally {
    await browser.close();
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
});

async function openShop({ baseUrls: [baseUrl], operatorToken }) {
  const { api_key: key } = await post(`${baseUrl}/admin/v1/merchants`, `Bearer ${operatorToken}`, merchant);
  return { baseUrl, authorization: basicOf(`${key.public_key}:${key.secret_key}`) };
}

async function takeAll({ browser, shop: { baseUrl, authorization }, width }) {
  const { checkout_url: url } = await post(`${baseUrl}/v1/payment-links`, authorization, link);
  const page = await browser.newPage({
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width, height: 740 },
    reducedMotion: 'reduce',
  });
  await page.goto(url);
  /** The bank, in the sandbox. */
  const pay = async () => {
    const open = await fetch(`${baseUrl}/v1/charges?status=pending&perPage=1`, { headers: { authorization } });
    const [{ id }] = (await open.json()).data;
    await post(`${baseUrl}/sandbox/v1/charges/${id}/pay`, authorization);
  };
  for (const [name, stage] of Object.entries(stages)) {
    await stage(page, { pay });
    await take(page, join(folder, `checkout-${name}-${width}.png`));
  }
  await page.close();
}

async function take(page, path) {
  // As if nobody were at it: nothing is focused, nothing under the mouse.
  await page.evaluate('document.activeElement.blur()');
  await page.mouse.move(0, 0);
  const picture = smallPng(await page.screenshot({ fullPage: true, animations: 'disabled' }));
  await writeFile(path, picture);
  console.log(`${relative('', path)}  ${(picture.length / 1000).toFixed(0)} kB`);
  if (picture.length > maxBytes) throw new Complaint(`${path} is larger than ${maxBytes / 1000} kB.`);
}
