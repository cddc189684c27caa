import type { AVPixelFormat } from 'node-av/constants';
import { avGetPixFmtName } from 'node-av/lib';

const withAlpha = /^(yuva|gbrap|rgba|bgra|argb|abgr|ya\d|pal8|ayuv|vuya)/;
const withFullChroma = /^(yuvj?444|yuva444|gbr|[0axr]?rgb|[0axb]?bgr|abgr|pal8|ayuv|vuy|nv24|nv42)/;
const lumaAndChroma = /^(yuv|ayuv|vuya)/;

/** Whether frames of this pixel format have alpha. */
export function hasAlpha(format: number): boolean {
  return withAlpha.test(pixelFormatName(format));
}

/** Whether frames of this pixel format have full-resolution colour (no chroma subsampling). */
export function hasFullChroma(format: number): boolean {
  return withFullChroma.test(pixelFormatName(format));
}

/** Whether frames of this pixel format are luma and chroma, of any bit depth. false: RGB, grey or palette. */
export function isYuv(format: number): boolean {
  return lumaAndChroma.test(pixelFormatName(format));
}

/** Returns the codec library's name of a pixel format; an empty string for an invalid number. */
export function pixelFormatName(format: number): string {
  return avGetPixFmtName(parseFormat(format)) ?? '';
}

// The library uses one field for pixel formats and sample formats.
function parseFormat(format: number): AVPixelFormat {
  return format as AVPixelFormat;
}
