/**
 * Pixels that may be decoded to reach one picture from the key frame before it: 32e9, a minute of 4K at 60 frames a second, or 4 hours
 * of 320x240 at 30. Encoders set a key frame every 1 to 10 s, streaming presets at most every 60 s, so that honest files of any size
 * stay below. It is about a minute of one thread: 1.4 ns a pixel for H.264, 1.6 for VP9, 2.2 for AV1, 0.6 for GIF (AMD EPYC, node-av 6.1, 2026-11-24).
 */
export const SEEK_BUDGET_PIXELS = 32e9;

/** Least that a packet counts for: reading one takes as long as decoding this many pixels, however small its picture is. */
export const PACKET_PIXELS = 16_384;

/** What to do about a file whose pictures take too long to reach: the end of every error that says so. */
export const REENCODE = 'Export it as H.264 with a key frame at least every 10 s and upload it again';

/** Pixels as people read them: 4,900 gigapixels. */
export function gigapixels(pixels: number): string {
  const giga = pixels / 1e9;
  return `${(giga < 10 ? Math.round(giga * 10) / 10 : Math.round(giga)).toLocaleString('en-US')} gigapixels`;
}
