import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What a page has, and the shades of its letters. */
const mostColors = 64;
const paletteColor = 3;

/**
 * A picture of a page as a PNG with a palette, which is a third of the size: its most frequent colors, and the nearest of them for the rest.
 * (Source: PNG specification, third edition.)
 * @param {Buffer} picture a PNG
 * @returns {Buffer}
 */
export function smallPng(picture) {
  const { width, height, data } = PNG.sync.read(picture);
  const palette = paletteOf(data);
  const indices = new Map(palette.map((color, index) => [color, index]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const color = data.readUIntBE(pixel * 4, 3);
    if (!indices.has(color)) indices.set(color, indices.get(nearest(color, palette)));
    // Each row begins with its filter: none.
    rows[pixel + 1 + Math.floor(pixel / width)] = indices.get(color);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, paletteColor], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @returns {number[]} the most frequent colors, as 0xRRGGBB */
function paletteOf(data) {
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const color = data.readUIntBE(at, 3);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a);
  return byCount.slice(0, mostColors).map(([color]) => color);
}

const channelsOf = (color) => [color >> 16, (color >> 8) & 0xff, color & 0xff];

function nearest(color, palette) {
  const wanted = channelsOf(color);
  const distanceTo = (other) => channelsOf(other).reduce((sum, value, index) => sum + (value - wanted[index]) ** 2, 0);
  return palette.reduce((best, other) => (distanceTo(other) < distanceTo(best) ? other : best));
}

function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(content.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}
