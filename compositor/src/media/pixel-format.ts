import type { AVPixelFormat } from 'node-av/constants';
import { avGetPixFmtName } from 'node-av/lib';

const withAlpha = /^(yuva|gbrap|rgba|bgra|argb|abgr|ya\d|pal8|ayuv|vuya)/;
const withFullChroma = /^(yuvj?444|yuva444|gbr|[0axr]?rgb|[0axb]?bgr|abgr|pal8|ayuv|vuy|nv24|nv42)/;
const lumaAndChroma = /^(yuv|ayuv|vuya)/;

/** Whether pictures of this pixel format say how opaque each pixel is. */
export function hasAlpha(format: number): boolean {
  return withAlpha.test(pixelFormatName(format));
}

/** Whether pictures of this pixel format say the colour of each pixel, not of pairs of pixels. */
export function hasFullChroma(format: number): boolean {
  return withFullChroma.test(pixelFormatName(format));
}

/** Whether pictures of this pixel format are luma and chroma, whatever their depth; false: red, green and blue, grey or a palette. */
export function isYuv(format: number): boolean {
  return lumaAndChroma.test(pixelFormatName(format));
}

/** The codec library's name of a pixel format, empty for a number that means none. */
export function pixelFormatName(format: number): string {
  return avGetPixFmtName(parseFormat(format)) ?? '';
}

// The library has one field for the formats of pictures and of samples.
function parseFormat(format: number): AVPixelFormat {
  return format as AVPixelFormat;
}
