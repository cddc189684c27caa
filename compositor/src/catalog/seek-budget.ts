/**
 * Maximum number of pixels to decode from a key frame to one requested frame. 32e9 is a minute of 4K at 60 frames a
 * second, or 4 hours of 320x240 at 30. Encoders set a key frame every 1 to 10 s, streaming presets at most every 60 s,
 * so that ordinary files of any size stay below it. Decoding that much takes about a minute of one thread: 1.4 ns a
 * pixel for H.264, 1.6 for VP9, 2.2 for AV1, 0.6 for GIF (AMD EPYC, node-av 6.1, 2026-11-24).
 */
export const SEEK_BUDGET_PIXELS = 32e9;

/**
 * Minimum pixels charged for a packet: reading one takes as long as decoding this many pixels, however small its frame
 * is.
 */
export const PACKET_PIXELS = 16_384;

/** Advice at the end of every error about frames that take too long to seek to. */
export const REENCODE = 'Export it as H.264 with a key frame at least every 10 s and upload it again';

/** Formats a number of pixels for error messages, for example "4,900 gigapixels". */
export function gigapixels(pixels: number): string {
  const giga = pixels / 1e9;
  return `${(giga < 10 ? Math.round(giga * 10) / 10 : Math.round(giga)).toLocaleString('en-US')} gigapixels`;
}
