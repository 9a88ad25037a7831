import { runs } from '@centavo/testing';
import fc from 'fast-check';
import { addDays, type LocalDate } from '../local-date.js';
import { boletoBarcode, type Boleto } from './barcode.js';
import { barcodeOfLine, boletoLine, formatBoletoLine } from './line.js';

interface Published extends Boleto {
  readonly barcode: string;
  readonly line: string;
}

const PUBLISHED: readonly [string, Published][] = [
  [
    'the worked example of Banco do Brasil (Especificações Técnicas para Confecção de Boleto de Cobrança)',
    {
      bank: '001',
      dueAt: '2007-12-31',
      amount: 100n,
      freeField: '0500940144816060680935031',
      barcode: '00193373700000001000500940144816060680935031',
      line: '00190500954014481606906809350314337370000000100',
    },
  ],
  [
    'the example in the tests of mcrvaz/boleto-brasileiro-validator',
    {
      bank: '237',
      dueAt: '2018-06-11',
      amount: 370_000n,
      freeField: '3381260007827139500006330',
      barcode: '23799755200003700003381260007827139500006330',
      line: '23793381286000782713695000063305975520000370000',
    },
  ],
  [
    'a widely published programming exercise (line, barcode, R$ 20.00, 2018-07-16)',
    {
      bank: '212',
      dueAt: '2018-07-16',
      amount: 2_000n,
      freeField: '0001121100012100447561740',
      barcode: '21299758700000020000001121100012100447561740',
      line: '21290001192110001210904475617405975870000002000',
    },
  ],
  [
    'the demonstration of the billing system SGP, due after the restart of the factor',
    {
      bank: '237',
      dueAt: '2026-08-05',
      amount: 991n,
      freeField: '5784040000000124107644900',
      barcode: '23797152900000009915784040000000124107644900',
      line: '23795784004000000012141076449002715290000000991',
    },
  ],
];

const boletos: fc.Arbitrary<Boleto> = fc.record({
  bank: fc.stringMatching(/^\d{3}$/),
  dueAt: fc.nat(8_999).map((days): LocalDate => addDays('2025-02-22', days)),
  amount: fc.bigInt(0n, 9_999_999_999n),
  freeField: fc.stringMatching(/^\d{25}$/),
});

const withDigit = (line: string, position: number, digit: number) =>
  line.slice(0, position) + digit + line.slice(position + 1);

describe('A boleto', () => {
  it.each(PUBLISHED)('has barcode and line as in %s', (_, { barcode, line, ...boleto }) => {
    expect(boletoBarcode(boleto)).toBe(barcode);
    expect(boletoLine(barcode)).toBe(line);
    expect(barcodeOfLine(line)).toBe(barcode);
  });

  it('has a line that tells its barcode, whatever the boleto', () => {
    fc.assert(
      fc.property(boletos, (boleto) => {
        const barcode = boletoBarcode(boleto);
        expect(barcode).toMatch(/^\d{44}$/);
        expect(barcodeOfLine(boletoLine(barcode))).toBe(barcode);
      }),
      runs(2_000),
    );
  });

  it('is refused when one digit of its line is changed', () => {
    fc.assert(
      fc.property(boletos, fc.nat(46), fc.nat(9), (boleto, position, digit) => {
        const line = boletoLine(boletoBarcode(boleto));
        // With the general check digit 1 the standard itself cannot tell every change of due factor and amount.
        fc.pre(line[position] !== String(digit) && !(line[32] === '1' && position > 32));
        expect(() => barcodeOfLine(withDigit(line, position, digit))).toThrow(RangeError);
      }),
      runs(5_000),
    );
  });

  it.each<[string, Partial<Boleto>]>([
    ['of eleven digits', { amount: 10_000_000_000n }],
    ['below nothing', { amount: -1n }],
    ['with a bank of two digits', { bank: '01' }],
    ['with letters in the free field', { freeField: `A${'0'.repeat(24)}` }],
    ['with a short free field', { freeField: '0'.repeat(24) }],
    ['due after the last factor', { dueAt: '2049-10-14' }],
  ])('is refused %s', (_, wrong) => {
    const { bank, dueAt, amount, freeField } = PUBLISHED[0]![1];
    expect(() => boletoBarcode({ bank, dueAt, amount, freeField, ...wrong })).toThrow(RangeError);
  });

  it('has no line without a right check digit in its barcode', () => {
    const { barcode } = PUBLISHED[0]![1];
    expect(() => boletoLine(withDigit(barcode, 4, 4))).toThrow(RangeError);
    expect(() => boletoLine(barcode.slice(1))).toThrow(RangeError);
  });

  it.each(['', '0'.repeat(46), '0'.repeat(48), `${'0'.repeat(46)}x`])('has no line like %j', (line) => {
    expect(() => barcodeOfLine(line)).toThrow(RangeError);
    expect(() => formatBoletoLine(line)).toThrow(RangeError);
  });

  it('has its line printed in groups', () => {
    expect(formatBoletoLine('00190500954014481606906809350314337370000000100')).toBe(
      '00190.50095 40144.816069 06809.350314 3 37370000000100',
    );
  });
});
