/** Longest side below which a preview proxy is not made smaller: half of a 1080p project, which is what its previews show. */
const leastLongSide = 960;

/**
 * Size of the preview proxy of a picture that is shown at `width` x `height`: half of it, even. Sources below 1080p are not
 * halved further than to 960 along the longer side (never enlarged): previews of a 1080p project show them that large.
 */
export function proxySize(width: number, height: number): { width: number; height: number } {
  const scale = Math.max(0.5, Math.min(1, leastLongSide / Math.max(width, height)));
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
}
