import type { PaymentLink, PaymentMethod } from '@centavo/contracts';
import type { Browser, BrowserContext, ConsoleMessage, Locator, Page, Request } from 'playwright-core';
import { en } from '../../../packages/checkout/src/text/en.js';
import { pt } from '../../../packages/checkout/src/text/pt.js';
import type { Text } from '../../../packages/checkout/src/text/text.js';
import { accessibilityProblems } from './accessibility.js';

export interface PayerOptions {
  readonly language?: 'pt-BR' | 'en-US';
  /** In CSS pixels. */
  readonly width?: number;
  /** What the page may ask for something, apart from the platform. */
  readonly otherOrigin?: string;
}

/** Cards of the sandbox: see docs/sandbox.md. The security code is found nowhere else. */
export const CARDS = { approved: '4242424242424242', declined: '4000000000000028', mastercard: '5555555555554444' };
const CVV = '739';
export const CUSTOMER = {
  name: 'Maria Silva',
  taxId: '123.456.789-09',
  email: 'maria@example.com',
  phone: '(11) 98765-4321',
};

const PHONE_WIDTH = 390;
const HEIGHT = 844;
const PATIENCE_MS = 60_000;

/** A violation of the security policy is an error on the console too, but not everywhere with all that matters. */
const TELL_OF_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
  console.error('forbidden by the page’s policy: ' + effectiveDirective + ' ' + blockedURI));`;

/** Somebody with a browser of his own who pays by a link, and who notes all that the page must not do. */
export class Payer {
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #sent: string[] = [];
  /** Where the browser may go: the platform, and afterwards the shop. */
  readonly #origins: Set<string>;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly text: Text,
    origins: readonly string[] = [],
  ) {
    this.#origins = new Set(origins);
  }

  static async with(browser: Browser, origin: string, options: PayerOptions): Promise<Payer> {
    const { language = 'pt-BR', width = PHONE_WIDTH, otherOrigin = origin } = options;
    const context = await browser.newContext({
      locale: language,
      viewport: { width, height: HEIGHT },
      // What is seen half way through a transition has no contrast that could be judged.
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // Sooner than the test, so that it is known what did not come.
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(TELL_OF_VIOLATIONS);
    const page = await context.newPage();
    const payer = new Payer(context, page, language === 'pt-BR' ? pt : en, [origin, otherOrigin]);
    context.on('console', (message) => payer.#hear(message));
    context.on('weberror', (error) => payer.#complaints.push(`thrown: ${error.error().message}`));
    context.on('request', (request) => payer.#watch(request));
    return payer;
  }

  /** The same payer in front of the same link in another tab, whose doings count as those of the first one. */
  async anotherTab(link: PaymentLink): Promise<Payer> {
    const tab = new Payer(this.context, await this.context.newPage(), this.text);
    await tab.open(link);
    return tab;
  }

  async open({ checkout_url }: PaymentLink): Promise<void> {
    await this.page.goto(checkout_url);
  }

  async choose(method: PaymentMethod): Promise<void> {
    await this.page.getByRole('radio', { name: this.text.methods.names[method] }).check();
  }

  async fillCustomer(): Promise<void> {
    const { labels } = this.text;
    await this.#field(labels.name).fill(CUSTOMER.name);
    await this.#field(labels.cpf).fill(CUSTOMER.taxId);
    await this.#field(labels.email).fill(CUSTOMER.email);
    await this.#field(labels.phone).fill(CUSTOMER.phone);
  }

  async fillCard(number: string): Promise<void> {
    const { labels } = this.text;
    await this.#field(labels.number).fill(number);
    await this.#field(labels.holderName).fill('MARIA SILVA');
    await this.#field(labels.expiry).fill('12/39');
    await this.#field(labels.cvv).fill(CVV);
  }

  /** From the choice of the method to the form that only has to be sent. */
  async prepare(method: PaymentMethod, card = CARDS.approved): Promise<void> {
    await this.choose(method);
    if (method === 'credit_card' || method === 'debit_card') await this.fillCard(card);
    await this.fillCustomer();
  }

  /** All of it, until what pressing the button brings. */
  async pay(method: PaymentMethod, card = CARDS.approved): Promise<void> {
    await this.prepare(method, card);
    await this.payButton.click();
  }

  get payButton(): Locator {
    return this.page.locator('button[type=submit]');
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Waits until the page has come to what this is the title of. */
  async sees(title: string): Promise<void> {
    await this.page.getByRole('heading', { name: title, exact: true }).waitFor();
  }

  seesText(text: string): Promise<void> {
    return this.page.getByText(text).first().waitFor();
  }

  accessibilityProblems(): Promise<string[]> {
    return accessibilityProblems(this.page);
  }

  /** What the browser will say on its console, and rightly so: for example that the server is away. */
  expects(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  /** Stands for a page of the shop's, where the payer goes afterwards. */
  async shopAnswersAt(origin: string): Promise<void> {
    this.#origins.add(origin);
    await this.context.route(`${origin}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><link rel="icon" href="data:,"><h1>Obrigado</h1>',
      }),
    );
  }

  /** @returns what the browser has done, or complained of, that it must not */
  async leave(): Promise<string[]> {
    const cookies = (await this.context.cookies()).map(({ name }) => `a cookie: ${name}`);
    await this.context.close();
    const leaks = this.#sent.flatMap((text) => (isCardIn(text) ? [`a card in clear: ${text}`] : []));
    const complaints = this.#complaints.filter((text) => !this.#expected.some((expected) => expected.test(text)));
    return [...complaints, ...cookies, ...leaks];
  }

  /** Which element has the keyboard: its id, or what it says. */
  focused(): Promise<unknown> {
    return this.page.evaluate('document.activeElement.id || document.activeElement.innerText');
  }

  #field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    this.#complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  }

  #watch(request: Request): void {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && !this.#origins.has(url.origin)) this.#complaints.push(`a request to ${url.href}`);
    this.#sent.push([url.href, ...Object.values(request.headers()), request.postData() ?? ''].join('\n'));
  }
}

const CVV_ALONE = new RegExp(`(?<![\\w-])${CVV}(?![\\w-])`);

/** However the digits of a number are grouped. */
function isCardIn(text: string): boolean {
  const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '');
  return CVV_ALONE.test(text) || Object.values(CARDS).some((number) => digits.includes(number));
}
