import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../../../tokenizer/src/testing/chromium.js';
import { CheckoutServer } from './checkout-server.js';

/** A phone. */
const VIEWPORT = { width: 360, height: 740 };

/** A payer's browser at a link of a server of its own. */
export class CheckoutBrowser {
  readonly #complaints: string[] = [];

  private constructor(
    readonly server: CheckoutServer,
    private readonly context: BrowserContext,
  ) {}

  static launch(): Promise<Browser> {
    return launchChromium();
  }

  static async open(browser: Browser): Promise<CheckoutBrowser> {
    const context = await browser.newContext({ viewport: VIEWPORT, locale: 'pt-BR' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    return new CheckoutBrowser(await CheckoutServer.start(), context);
  }

  async openTab(): Promise<Page> {
    const page = await this.context.newPage();
    page.on('pageerror', ({ message }) => this.#complaints.push(message));
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted|integrity/i.test(message.text())) this.#complaints.push(message.text());
    });
    await page.goto(this.server.url);
    return page;
  }

  /** @throws when the page has thrown, or done what its content security policy forbids */
  async close(): Promise<void> {
    await this.context.close();
    await this.server.stop();
    if (this.#complaints.length > 0) throw new Error(this.#complaints.join('\n'));
  }
}
