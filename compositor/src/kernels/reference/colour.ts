type Rgb = readonly [r: number, g: number, b: number];

/**
 * Reference implementation of `chromaKey` for one colour (0-255, not premultiplied). Returns the fraction of the pixel
 * that remains (0-1), and the colour without spill.
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

/**
 * Reference implementation of `lumaKey` for one colour (0-255, not premultiplied). Returns the fraction of the pixel
 * that remains, 0-1.
 */
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

/**
 * Reference implementation of `lutRgba` for one colour (0-1, not premultiplied): tetrahedral interpolation in floating
 * point.
 */
export function lookUp(values: Float32Array, size: number, colour: readonly [number, number, number]): number[] {
  const cells = colour.map((value) => Math.min(size - 2, Math.floor(value * (size - 1))));
  const fractions = colour.map((value, k) => value * (size - 1) - (cells[k] ?? 0));
  const axes = [0, 1, 2].toSorted((a, b) => (fractions[b] ?? 0) - (fractions[a] ?? 0));
  const corner = [...cells];
  const point = (k: number) =>
    values[(((corner[2] ?? 0) * size + (corner[1] ?? 0)) * size + (corner[0] ?? 0)) * 3 + k] ?? 0;
  const result = [0, 1, 2].map(point);
  for (const axis of axes) {
    const before = [0, 1, 2].map(point);
    corner[axis] = (corner[axis] ?? 0) + 1;
    for (let k = 0; k < 3; k++) result[k] = (result[k] ?? 0) + (fractions[axis] ?? 0) * (point(k) - (before[k] ?? 0));
  }
  return result;
}
