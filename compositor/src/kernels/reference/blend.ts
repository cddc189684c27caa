/** Reference implementation of `mixRect`. */
export function mix(a: BytePlane, b: BytePlane, weight: number): BytePlane {
  return fromPixels(a.width, a.height, (x, y) => (at(a, x, y) * (256 - weight) + at(b, x, y) * weight + 128) >> 8);
}

/** Reference implementation of `blendPremultiplied`: `colour` over `base`. */
export function overPremultiplied(base: BytePlane, colour: BytePlane, alpha: BytePlane, opacity: number): BytePlane {
  return fromPixels(base.width, base.height, (x, y) => {
    if (at(alpha, x, y) === 0) return at(base, x, y);
    const keep = 256 - weigh(at(alpha, x, y), opacity);
    return Math.min(65535, at(base, x, y) * keep + at(colour, x, y) * opacity + 128) >> 8;
  });
}

/** Reference implementation of `blendStraight`. */
export function overStraight(base: BytePlane, colour: BytePlane, alpha: BytePlane, opacity: number): BytePlane {
  return fromPixels(base.width, base.height, (x, y) => {
    const weight = weigh(at(alpha, x, y), opacity);
    return (at(base, x, y) * (256 - weight) + at(colour, x, y) * weight + 128) >> 8;
  });
}

/** Reference implementation of `multiplyRect`. A null `alpha` multiplies by the opacity alone. */
export function multiply(src: BytePlane, alpha: BytePlane | null, opacity: number): BytePlane {
  return fromPixels(src.width, src.height, (x, y) => {
    const weight = alpha ? weigh(at(alpha, x, y), opacity) : opacity;
    return (at(src, x, y) * weight + 128) >> 8;
  });
}

function weigh(alpha: number, opacity: number): number {
  return ((alpha + (alpha >> 7)) * opacity + 128) >> 8;
}

/** Byte plane for the reference implementations of kernels. Rows are `stride` bytes apart. */
export interface BytePlane {
  data: Uint8Array;
  stride: number;
  width: number;
  height: number;
}

/** Creates a plane of `width` x `height` bytes, all 0. */
export function bytePlane(width: number, height: number): BytePlane {
  return { data: new Uint8Array(width * height), stride: width, width, height };
}

/** Returns the byte at (x, y), with coordinates clamped to the plane. */
export function at(plane: BytePlane, x: number, y: number): number {
  const cx = Math.min(Math.max(x, 0), plane.width - 1);
  const cy = Math.min(Math.max(y, 0), plane.height - 1);
  return plane.data[cy * plane.stride + cx] ?? 0;
}

/** Creates a plane from a function that returns each byte. */
export function fromPixels(width: number, height: number, pixel: (x: number, y: number) => number): BytePlane {
  const plane = bytePlane(width, height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) plane.data[y * width + x] = pixel(x, y);
  return plane;
}
