import { ownUrl } from './own-url.js';

const ORIGIN = 'http://127.0.0.1:3000';

describe('ownUrl', () => {
  it.each([
    ['http://localhost:3000/pix/c1/qr-code.png?size=2', '/pix/c1/qr-code.png?size=2'],
    ['https://pay.example.com/platform/boletos/c1', '/platform/boletos/c1'],
    ['/boletos/c1', '/boletos/c1'],
    ['https://pay.example.com//other.example/x.png', '//other.example/x.png'],
  ])('asks the own origin for %s', (url, path) => {
    expect(ownUrl(url, ORIGIN)).toBe(ORIGIN + path);
  });

  it('is none where there is none', () => {
    expect(ownUrl(null, ORIGIN)).toBeNull();
    expect(ownUrl('http://', ORIGIN)).toBeNull();
  });
});
