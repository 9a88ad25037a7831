import { crc16 } from './crc16.js';

describe('crc16', () => {
  it.each([
    ['123456789', '29B1'],
    ['', 'FFFF'],
    ['A', 'B915'],
  ])('of %j is %s', (text, crc) => {
    expect(crc16(text)).toBe(crc);
  });

  it('has four digits also when the first are zeros', () => {
    const texts = Array.from({ length: 1_000 }, (_, number) => `text ${number}`);
    expect(texts.map(crc16).filter((crc) => crc.startsWith('0')).length).toBeGreaterThan(0);
    for (const text of texts) expect(crc16(text)).toMatch(/^[0-9A-F]{4}$/);
  });
});
