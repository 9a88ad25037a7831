import { randomInt } from 'node:crypto';
import { endToEndId, pixTxid } from './pix-identifiers.js';

describe('pixTxid', () => {
  it('is the UUID without hyphens', () => {
    const txid = pixTxid('01900000-0000-7abc-8000-00000000aaaa');
    expect(txid).toBe('0190000000007abc800000000000aaaa');
    expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  });

  it.each(['', '01900000-0000-7ABC-8000-00000000AAAA', '0190000000007abc800000000000aaaa'])('refuses %j', (text) => {
    expect(() => pixTxid(text)).toThrow(RangeError);
  });
});

describe('endToEndId', () => {
  it('has the bank, the minute in UTC and eleven letters or digits', () => {
    expect(endToEndId('12345678', new Date('2026-11-20T23:59:59.999-03:00'), () => 61)).toBe(
      'E12345678202611210259zzzzzzzzzzz',
    );
    expect(endToEndId('00000000', new Date(), randomInt)).toMatch(/^E0{8}\d{12}[a-zA-Z0-9]{11}$/);
  });

  it('differs between payments of the same minute', () => {
    const now = new Date();
    const ids = Array.from({ length: 1_000 }, () => endToEndId('12345678', now, randomInt));
    expect(new Set(ids).size).toBe(1_000);
  });

  it.each(['', '1234567', '123456789', '1234567a'])('refuses %j as a bank', (ispb) => {
    expect(() => endToEndId(ispb, new Date(), randomInt)).toThrow(RangeError);
  });
});
