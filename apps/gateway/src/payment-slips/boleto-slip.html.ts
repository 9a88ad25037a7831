import { decimalReais, formatBoletoLine, saoPauloDateOf } from '@centavo/brazil';
import type { ChargeBoleto, ChargeRecord, ChargeStatus } from '@centavo/contracts';
import { boletoBarcodeSvg } from './boleto-barcode.js';
import { SLIP_STYLE } from './boleto-slip.css.js';
import { html, trustedHtml, type Html } from '../http/html.js';

/** A boleto that can be paid: `line` has 47 digits, `barcode` 44. */
export type RegisteredBoleto = ChargeBoleto & { readonly line: string; readonly barcode: string };

const PAID = 'Este boleto já foi pago. Não pague novamente.';
const CLOSED = 'Este boleto foi cancelado. Não pague.';

/** Why a boleto is not to be paid any more, if so: then the slip shows no code to pay it with. */
const NOTICES: Readonly<Record<ChargeStatus, string | null>> = {
  pending: null,
  authorized: null,
  captured: PAID,
  partially_refunded: PAID,
  refunded: PAID,
  chargeback: PAID,
  voided: CLOSED,
  failed: CLOSED,
  expired: 'Este boleto está vencido e não pode mais ser pago.',
};

const REAIS = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** The slip as a page to look at and to print. */
export function boletoSlipHtml(charge: ChargeRecord, boleto: RegisteredBoleto): string {
  const { line, barcode } = boleto;
  const notice = NOTICES[charge.status];
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Boleto</title>
        ${trustedHtml(`<style>${SLIP_STYLE}</style>`)}
      </head>
      <body>
        <main>
          <header>
            <h1>Boleto</h1>
            <span class="bank">Banco ${line.slice(0, 3)}</span>
          </header>
          ${
            notice === null
              ? html`<p class="line">${formatBoletoLine(line)}</p>`
              : html`<p class="notice" role="status">${notice}</p>`
          }
          ${details(charge, boleto)} ${notice === null ? barcodeFigure(barcode) : null}
        </main>
      </body>
    </html>`.text;
}

function details({ id, amount, shipping_amount, created_at, details }: ChargeRecord, boleto: RegisteredBoleto): Html {
  const { customer, soft_descriptor } = details;
  return html`<dl>
    ${field('Local de pagamento', 'Em qualquer banco, aplicativo ou casa lotérica', 'wide')}
    ${field('Vencimento', brazilianDate(boleto.due_at), 'due')}
    ${field('Valor do documento', reais(amount + shipping_amount), 'amount')}
    ${field('Data do documento', brazilianDate(saoPauloDateOf(created_at)))} ${field('Número do documento', id, 'wide')}
    ${field('Pagador', customer.name, 'wide')}
    ${soft_descriptor === null ? null : field('Identificação', soft_descriptor, 'wide')}
    ${boleto.instructions === null ? null : field('Instruções', boleto.instructions, 'wide')}
  </dl>`;
}

/** A name may hold characters that turn the direction of writing; `bdi` keeps them from turning the rest of the slip. */
const field = (label: string, value: string, kind = ''): Html =>
  html`<div class="${kind}">
    <dt>${label}</dt>
    <dd><bdi>${value}</bdi></dd>
  </div>`;

const barcodeFigure = (barcode: string): Html =>
  html`<figure role="img" aria-label="Código de barras ${barcode}">${boletoBarcodeSvg(barcode)}</figure>`;

/** From decimal text, not from a number: a number cannot hold every amount to the centavo. */
const reais = (centavos: bigint): string => REAIS.format(decimalReais(centavos));

const brazilianDate = (date: string): string => date.split('-').toReversed().join('/');
