import { FramemillError } from '@framemill/timeline/rendering';
import { FONT_MAX_BYTES, fontFormat } from '../catalog/font-file.ts';
import { FontFault } from './font-fault.ts';
import { readWoff } from './read-woff.ts';
import { readWoff2 } from './read-woff2.ts';

/**
 * Returns a font file as bytes for the text engine: TTF and OTF unchanged, WOFF and WOFF2 unpacked. At most 30 MB,
 * packed or unpacked. Throws `invalid_request` for a file that is not a font, damaged or too large.
 */
export function readFont(data: Uint8Array): Uint8Array {
  const format = fontFormat(data);
  if (format === null) throw unreadable('is not a font. Use TTF, OTF, WOFF or WOFF2');
  if (data.length > FONT_MAX_BYTES) throw tooLarge(data.length);
  if (format === 'ttf' || format === 'otf') return data;
  try {
    return format === 'woff' ? readWoff(data, FONT_MAX_BYTES) : readWoff2(data, FONT_MAX_BYTES);
  } catch (cause) {
    const fault = cause instanceof FontFault ? cause.message : 'its data is damaged';
    throw unreadable(
      `is a font that cannot be unpacked (${fault}). Export it again, or upload it as TTF or OTF`,
      cause,
    );
  }
}

/** Creates the error of a font file of `sizeBytes`, which exceeds the limit. */
export function tooLarge(sizeBytes: number): FramemillError {
  const [size, most] = [(sizeBytes / 1e6).toFixed(1), FONT_MAX_BYTES / 1e6];
  return unreadable(`is a font of ${size} MB, but at most ${most} MB are allowed. Remove unused glyphs`);
}

function unreadable(what: string, cause?: unknown): FramemillError {
  return new FramemillError('invalid_request', `This file ${what}.`, {}, { cause });
}
