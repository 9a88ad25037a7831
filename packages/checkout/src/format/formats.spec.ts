import { createFormats } from './formats.js';
import { formatCountdown } from './countdown.js';
import { installmentOptions } from './installment-options.js';
import { redirectUrlWith } from './redirect-url.js';

describe('Formats', () => {
  const pt = createFormats('pt', 'America/Sao_Paulo');
  const en = createFormats('en', 'America/Sao_Paulo');

  it('write amounts in reais', () => {
    expect(pt.money(123456)).toBe('R$\u00A01.234,56');
    expect(pt.money(5)).toBe('R$\u00A00,05');
    expect(en.money(123456)).toBe('R$1,234.56');
    expect(pt.money(1_000_000_000_000)).toBe('R$\u00A010.000.000.000,00');
  });

  it('write times as the reader has them', () => {
    expect(pt.dateTime('2026-11-30T17:05:00Z')).toBe('30 de nov., 14:05');
  });

  it('write a day as that day, whatever the zone', () => {
    expect(pt.date('2026-11-26')).toBe('26 de novembro de 2026');
    expect(en.date('2026-11-26')).toBe('November 26, 2026');
  });
});

describe('formatCountdown', () => {
  it.each([
    [3_600_000, '1:00:00'],
    [3_599_000, '59:59'],
    [61_000, '01:01'],
    [500, '00:01'],
    [0, '00:00'],
    [-5, '00:00'],
    [86_399_000, '23:59:59'],
  ])('writes %i ms as %s', (leftMs, text) => {
    expect(formatCountdown(leftMs)).toBe(text);
  });
});

describe('installmentOptions', () => {
  it('adds up to the amount, whatever the count', () => {
    for (const { count, each, first } of installmentOptions(10_000, 12)) {
      expect(first + each * (count - 1)).toBe(10_000);
    }
    expect(installmentOptions(10_000, 3)).toEqual([
      { count: 1, each: 10_000, first: 10_000 },
      { count: 2, each: 5_000, first: 5_000 },
      { count: 3, each: 3_333, first: 3_334 },
    ]);
  });

  it('has no installments of nothing', () => {
    expect(installmentOptions(2, 12).map(({ count }) => count)).toEqual([1, 2]);
  });
});

describe('redirectUrlWith', () => {
  it('tells the merchant which charge it was, and keeps what the address says already', () => {
    expect(redirectUrlWith('c1', 'https://shop.example/thanks?order=7#top')).toBe(
      'https://shop.example/thanks?order=7&charge_id=c1#top',
    );
  });

  it.each([
    ['https://shop.example/?q=a%20b+c&sig=%2f%2F~', 'https://shop.example/?q=a%20b+c&sig=%2f%2F~&charge_id=c1'],
    ['https://shop.example/?flag&empty=', 'https://shop.example/?flag&empty=&charge_id=c1'],
    ['https://shop.example/#/thanks?order=7', 'https://shop.example/?charge_id=c1#/thanks?order=7'],
    ['https://shop.example/?#top', 'https://shop.example/?charge_id=c1#top'],
    ['https://shop.example/?charge_id=c0&q=a%20b', 'https://shop.example/?q=a%20b&charge_id=c1'],
    ['https://shop.example/?my_charge_id=7', 'https://shop.example/?my_charge_id=7&charge_id=c1'],
  ])('writes the rest of %s as it was', (url, withCharge) => {
    expect(redirectUrlWith('c1', url)).toBe(withCharge);
  });

  it('says it once', () => {
    expect(redirectUrlWith('c1', 'https://shop.example/?charge_id=c0')).toBe('https://shop.example/?charge_id=c1');
  });

  it.each([null, '', 'thanks', 'javascript:alert(1)', 'data:text/html,x'])('is none for %s', (url) => {
    expect(redirectUrlWith('c1', url)).toBeNull();
  });
});
