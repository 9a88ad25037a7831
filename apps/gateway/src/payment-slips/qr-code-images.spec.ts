import { brCode, parseBrCode } from '@centavo/brazil';
import jsqr from 'jsqr';
// @ts-expect-error pngjs comes without types
import pngjs from 'pngjs';
import { QrCodeImages } from './qr-code-images.js';

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

const { PNG } = pngjs as { PNG: { sync: { read(png: Buffer): Pixels } } };
// Its types say that the function is the export's `default`; it is the export itself.
const readQrCode = jsqr as unknown as typeof jsqr.default;

const SMALL = brCode({ account: { key: 'pix@loja.example', txid: null }, name: 'Loja', city: 'SAO PAULO' });
const LARGE = brCode({
  account: { url: `psp.example/${'x'.repeat(65)}` },
  oneTime: true,
  amount: 999_999_999_999n,
  name: 'Comercio de Alimentos Sul',
  city: 'SAO JOSE DO RIO',
});

describe('A QR code image', () => {
  const images = new QrCodeImages();

  const pixelsOf = async (text: string): Promise<Pixels> => PNG.sync.read(await images.of(text));

  it.each([
    ['a small', SMALL],
    ['a large', LARGE],
  ])('of %s BR Code reads as that BR Code', async (_, code) => {
    const { width, height, data } = await pixelsOf(code);
    const read = readQrCode(new Uint8ClampedArray(data), width, height);
    expect(read?.data).toBe(code);
    expect(parseBrCode(read!.data)).toEqual(parseBrCode(code));
  });

  it('is large enough to scan and has four white modules around it', async () => {
    const { width, height, data } = await pixelsOf(SMALL);
    expect(width).toBe(height);
    expect(width).toBeGreaterThan(250);
    const isWhite = (x: number, y: number) =>
      data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4).every((byte) => byte === 255);
    const QUIET = 4 * 6;
    for (let at = 0; at < width; at += 1) {
      for (let depth = 0; depth < QUIET; depth += 1) {
        const edge = [
          isWhite(at, depth),
          isWhite(at, height - 1 - depth),
          isWhite(depth, at),
          isWhite(width - 1 - depth, at),
        ];
        expect(edge).toEqual([true, true, true, true]);
      }
    }
    expect(isWhite(QUIET, QUIET)).toBe(false);
  });

  it('is drawn once for all who ask for it', async () => {
    const [one, other] = await Promise.all([images.of('same'), images.of('same')]);
    expect(other).toBe(one);
    expect(await images.of('same')).toBe(one);
    expect(await images.of('different')).not.toEqual(one);
  });
});
