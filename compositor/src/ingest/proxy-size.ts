/**
 * Longest side below which a preview proxy is not scaled down, in pixels: half of a 1080p project, which is the size of
 * its previews.
 */
const leastLongSide = 960;

/**
 * Returns the size of the preview proxy for a video displayed at `width` x `height`: half of it, even. The longer side
 * is not reduced below 960 pixels, the size of previews in a 1080p project, and never enlarged.
 */
export function proxySize(width: number, height: number): { width: number; height: number } {
  const scale = Math.max(0.5, Math.min(1, leastLongSide / Math.max(width, height)));
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
}
