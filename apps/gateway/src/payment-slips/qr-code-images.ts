import { Injectable } from '@nestjs/common';
import bwipjs from 'bwip-js';
import { LRUCache } from 'lru-cache';

/** Some kilobytes each; drawing one takes the event loop some 20 ms. */
const MAX_IMAGES = 500;
/** bwip-js draws a module two units wide: at this scale 6 pixels, so that a phone reads it from a screen across a counter. */
const SCALE = 3;
/** ISO/IEC 18004 asks for four modules of quiet zone. */
const QUIET_ZONE = 8;

/** QR codes as PNG. The same text asked for again, or twice at once, is drawn once. */
@Injectable()
export class QrCodeImages {
  readonly #images = new LRUCache<string, Buffer>({ max: MAX_IMAGES, fetchMethod: drawQrCode });

  /** @param text what a reader shall read, e.g. a BR Code */
  async of(text: string): Promise<Buffer> {
    return this.#images.forceFetch(text);
  }
}

/** Error correction is bwip-js's own choice, level M: a screen is not torn. */
const drawQrCode = (text: string): Promise<Buffer> =>
  bwipjs.toBuffer({
    bcid: 'qrcode',
    text,
    scale: SCALE,
    paddingwidth: QUIET_ZONE,
    paddingheight: QUIET_ZONE,
    backgroundcolor: 'FFFFFF',
  });
