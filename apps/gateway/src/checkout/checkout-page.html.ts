import { html, trustedHtml, type Html } from '../http/html.js';
import type { CheckoutAssets } from './checkout-assets.js';
import type { CheckoutData } from './checkout-data.js';
import type { PageLanguage } from './page-language.js';

const TEXTS = {
  pt: {
    lang: 'pt-BR',
    noScript: 'Para pagar, ative o JavaScript no navegador e recarregue a página.',
    notFound: 'Este link de pagamento não existe',
    notFoundHint: 'Confira o endereço, ou peça um novo link a quem o enviou.',
  },
  en: {
    lang: 'en',
    noScript: 'To pay, turn on JavaScript in your browser and reload the page.',
    notFound: 'This payment link does not exist',
    notFoundHint: 'Check the address, or ask whoever sent it for a new one.',
  },
} as const satisfies Record<PageLanguage, Record<string, string>>;

type Assets = Pick<CheckoutAssets, 'script' | 'style'>;

interface Frame {
  readonly language: PageLanguage;
  readonly title: string;
  readonly head: Html | null;
  readonly body: Html;
}

/** The page of a payment link: what is seen until the script has started, the data, and the assets that make it live. */
export const checkoutPageHtml = (data: CheckoutData, assets: Assets): string =>
  page(assets, {
    language: data.language,
    title: `${data.title} · ${data.merchantName}`,
    head: html`<script
      type="module"
      src="${assets.script.url}"
      integrity="${assets.script.integrity}"
      crossorigin="anonymous"
    ></script>`,
    body: html`<div id="app">
        <div class="page">
          <header class="summary">
            <div class="summary-text">
              <p class="merchant">${data.merchantName}</p>
              <h1 class="title">${data.title}</h1>
            </div>
          </header>
          <noscript>
            <main class="panel"><p>${TEXTS[data.language].noScript}</p></main>
          </noscript>
        </div>
      </div>
      ${trustedHtml(`<script type="application/json" id="checkout">${scriptJson(data)}</script>`)}`,
  });

/** For who came by an address that is no link. */
export function noLinkPageHtml(language: PageLanguage, assets: Assets): string {
  const { notFound, notFoundHint } = TEXTS[language];
  return page(assets, {
    language,
    title: notFound,
    head: null,
    body: html`<div class="page">
      <main class="panel">
        <h1 class="title">${notFound}</h1>
        <p>${notFoundHint}</p>
      </main>
    </div>`,
  });
}

const page = ({ style }: Assets, { language, title, head, body }: Frame): string =>
  html`<!doctype html>
    <html lang="${TEXTS[language].lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#ffffff" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <link rel="stylesheet" href="${style.url}" integrity="${style.integrity}" crossorigin="anonymous" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;

/** JSON within a script: nothing of it may look like the end of the script, or like a comment that hides it. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
