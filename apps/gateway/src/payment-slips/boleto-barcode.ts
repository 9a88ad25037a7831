import bwipjs from 'bwip-js';
import { trustedHtml, type Html } from '../http/html.js';

/** In bwip-js's millimetres of 1/72 inch; with 405 modules of width it gives the 103 × 13 mm that FEBRABAN asks for. */
const HEIGHT = 18;

/**
 * A boleto's barcode, interleaved 2 of 5, as an SVG without size: the style sheet gives it one.
 * @param barcode 44 digits
 */
export const boletoBarcodeSvg = (barcode: string): Html =>
  trustedHtml(bwipjs.toSVG({ bcid: 'interleaved2of5', text: barcode, scale: 1, height: HEIGHT }));
