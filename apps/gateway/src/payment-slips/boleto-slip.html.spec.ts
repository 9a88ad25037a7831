import { boletoBarcode, boletoLine } from '@centavo/brazil';
import type { ChargeRecord, ChargeStatus } from '@centavo/contracts';
import { createHash } from 'node:crypto';
import { SLIP_CONTENT_SECURITY_POLICY } from './boleto-slip.css.js';
import { boletoSlipHtml, type RegisteredBoleto } from './boleto-slip.html.js';
import { itfDigitsOf } from './testing/itf-reader.js';

const BARCODE = boletoBarcode({
  bank: '341',
  dueAt: '2026-12-04',
  amount: 123_456n,
  freeField: '1234567890123456789012345',
});

const BOLETO: RegisteredBoleto = {
  line: boletoLine(BARCODE),
  barcode: BARCODE,
  url: 'https://centavo.example/boletos/1',
  due_at: '2026-12-04',
  instructions: 'Não receber após o vencimento',
};

interface Shown {
  readonly status?: ChargeStatus;
  readonly name?: string;
  readonly instructions?: string | null;
  readonly softDescriptor?: string | null;
}

function slipOf({
  status = 'pending',
  name = 'Maria',
  instructions = null,
  softDescriptor = null,
}: Shown = {}): string {
  const boleto = { ...BOLETO, instructions };
  const charge: ChargeRecord = {
    id: '01900000-0000-7000-8000-00000000aaaa',
    merchant_id: '01900000-0000-7000-8000-00000000bbbb',
    submerchant_id: null,
    payment_link_id: null,
    amount: 120_000n,
    shipping_amount: 3_456n,
    authorized_amount: 0n,
    captured_amount: 0n,
    refunded_amount: 0n,
    status,
    sequence: 1,
    payment_method: 'boleto',
    authorization_code: null,
    nsu: null,
    end_to_end_id: null,
    acquirer_name: null,
    external_id: null,
    failure_code: null,
    failure_message: null,
    authorized_at: null,
    captured_at: null,
    refunded_at: null,
    voided_at: null,
    expires_at: null,
    created_at: new Date('2026-12-01T01:00:00Z'),
    updated_at: new Date('2026-12-01T01:00:00Z'),
    details: {
      currency: 'BRL',
      installments: 1,
      card: null,
      pix: null,
      boleto,
      customer: {
        name,
        email: 'maria@example.com',
        tax_id: '11144477735',
        phone: '+5511999999999',
        type: 'individual',
      },
      items: [],
      splits: null,
      billing_address: null,
      shipping_address: null,
      metadata: null,
      soft_descriptor: softDescriptor,
      product_type: 'physical',
    },
  };
  return boletoSlipHtml(charge, boleto);
}

describe('The slip of a boleto', () => {
  it('says in Portuguese what to pay, when, and who', () => {
    const slip = slipOf({ instructions: 'Não receber após o vencimento', softDescriptor: 'LOJA*PEDIDO' });
    expect(slip).toMatch(/^<!doctype html>\s*<html lang="pt-BR">/);
    for (const text of [
      'R$\u00a01.234,56',
      '04/12/2026',
      '30/11/2026',
      'Maria',
      'Não receber após o vencimento',
      'LOJA*PEDIDO',
      '01900000-0000-7000-8000-00000000aaaa',
      'Banco 341',
    ]) {
      expect(slip).toContain(text);
    }
  });

  it('does not show the payer’s documents and addresses to whoever has the link', () => {
    expect(slipOf()).not.toMatch(/11144477735|maria@example\.com|999999999/);
  });

  it('leaves out what there is not', () => {
    expect(slipOf()).not.toMatch(/Instruções|Identificação|null|undefined/);
  });

  it('shows the line in its groups', () => {
    const [groups] = /\d{5}\.\d{5} \d{5}\.\d{6} \d{5}\.\d{6} \d \d{14}/.exec(slipOf())!;
    expect(groups.replace(/\D/g, '')).toBe(BOLETO.line);
  });

  it('has bars that read as the barcode', () => {
    const [svg] = /<svg[^]*<\/svg>/.exec(slipOf())!;
    expect(itfDigitsOf(svg)).toBe(BARCODE);
  });

  it.each([
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onmouseover='alert(1)`,
    `</dd></dl><style>*{display:none}</style>`,
    `&lt;b&gt;`,
  ])('shows the hostile text %s as text', (text) => {
    const slip = slipOf({ name: text, instructions: text, softDescriptor: text });
    expect(slip.split(`<bdi>${escaped(text)}</bdi>`)).toHaveLength(4);
    expect(tagsOf(slip)).toEqual(tagsOf(slipOf({ instructions: 'x', softDescriptor: 'x' })));
  });

  it('runs no script and allows no style but its own', () => {
    const slip = slipOf();
    const styles = [...slip.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style]) => style!);
    expect(styles).toHaveLength(1);
    const hash = createHash('sha256').update(styles[0]!).digest('base64');
    expect(SLIP_CONTENT_SECURITY_POLICY).toContain(`style-src 'sha256-${hash}'`);
    expect(SLIP_CONTENT_SECURITY_POLICY).toContain(`default-src 'none'`);
    expect(SLIP_CONTENT_SECURITY_POLICY).not.toMatch(/script-src|unsafe/);
    expect(slip).not.toMatch(/<script|\sstyle=|\son\w+=|(src|href)=/);
  });

  it.each<[ChargeStatus, string]>([
    ['captured', 'já foi pago'],
    ['refunded', 'já foi pago'],
    ['voided', 'foi cancelado'],
    ['failed', 'foi cancelado'],
    ['expired', 'está vencido'],
  ])('of a charge that is %s says so, with nothing to pay it by', (status, notice) => {
    const slip = slipOf({ status });
    expect(slip).toContain(notice);
    expect(slip).not.toContain('<svg');
    expect(slip).not.toContain('class="line"');
    expect(slip).not.toContain(BARCODE);
  });
});

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const tagsOf = (page: string) => page.match(/<[^>]*>/g);
