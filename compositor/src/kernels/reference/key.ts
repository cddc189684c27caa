type Rgb = readonly [r: number, g: number, b: number];

/**
 * Reference implementation of `chromaKey` for one straight colour (0-255): returns the kept fraction (0-1) and the
 * colour without spill.
 */
export function chromaKey(colour: Rgb, key: Rgb, similarity: number, smoothness: number, spill: number) {
  const [u, v] = chroma(colour);
  const [keyU, keyV] = chroma(key);
  const distance = Math.hypot(u - keyU, v - keyV) / (255 * Math.SQRT2);
  const keep = smoothness > 1e-4 ? unit((distance - similarity) / smoothness) : Number(distance > similarity);
  const size = Math.hypot(keyU, keyV);
  const [ku, kv] = size > 0.5 ? [keyU / size, keyV / size] : [0, 0];
  const excess = spill * Math.max(0, u * ku + v * kv - Math.abs(u * kv - v * ku));
  const [r, g, b] = colour;
  const without = [
    r - excess * 1.792741 * kv,
    g + excess * (0.213249 * ku + 0.532909 * kv),
    b - excess * 2.112402 * ku,
  ];
  return { keep, colour: without.map((value) => Math.min(255, Math.max(0, value))) };
}

/** Reference implementation of `lumaKey` for one straight colour (0-255): returns the kept fraction, 0-1. */
export function lumaKey([r, g, b]: Rgb, threshold: number, tolerance: number, softness: number): number {
  const luma = (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
  const outside = Math.max(threshold - tolerance - luma, luma - threshold - tolerance);
  return softness > 1e-4 ? unit(outside / softness) : Number(outside > 0);
}

function chroma([r, g, b]: Rgb): [u: number, v: number] {
  return [-0.100644 * r - 0.338572 * g + 0.439216 * b, 0.439216 * r - 0.398942 * g - 0.040274 * b];
}

function unit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
