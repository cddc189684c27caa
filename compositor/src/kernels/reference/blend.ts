import { at, type BytePlane, fromPixels } from './rect.ts';

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
