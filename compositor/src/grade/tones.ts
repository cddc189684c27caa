import type { Grade } from '@framemill/timeline';

/** Parts of a grade that are one curve for each channel. */
export type Tones = Required<Pick<Grade, 'highlights' | 'shadows' | 'whites' | 'blacks' | 'gamma' | 'contrast'>>;

/**
 * Returns the curve of tonal regions, gamma and contrast for a gamma-encoded value. Every curve is increasing over the
 * whole range of its parameter. Blacks and whites move the ends by up to 0.3 (weights (1-v)^3 and v^3). Shadows and
 * highlights move the tones around 1/4 and 3/4 by up to 0.1 (weights v (1-v)^3 and v^3 (1-v)). Gamma is the exponent
 * 2^-gamma. Contrast c is an S-curve of two powers around the middle with exponent 1 + 1.5 c and fixed ends; below 0 it
 * is a straight line that flattens towards mid grey. The result is 0-1.
 */
export function toneCurve(tones: Tones): (value: number) => number {
  const { blacks, whites, shadows, highlights, gamma, contrast } = tones;
  const exponent = 2 ** -gamma;
  return (value) => {
    const inside = clamp(value);
    const dark = 1 - inside;
    let v = value;
    v += blacks * endsAtFull * dark ** 3 + whites * endsAtFull * inside ** 3;
    v += (regionsAtFull / peak) * (shadows * inside * dark ** 3 + highlights * inside ** 3 * dark);
    v = clamp(v);
    if (gamma !== 0) v **= exponent;
    return contrast === 0 ? v : contrasted(v, contrast);
  };
}

const endsAtFull = 0.3;
const regionsAtFull = 0.1;
/** Maximum of v (1-v)^3, at v = 1/4. */
const peak = 0.25 * 0.75 ** 3;

function contrasted(v: number, contrast: number): number {
  if (contrast < 0) return 0.5 + (v - 0.5) * (1 + contrast);
  const power = 1 + 1.5 * contrast;
  return v < 0.5 ? 0.5 * (2 * v) ** power : 1 - 0.5 * (2 * (1 - v)) ** power;
}

function clamp(v: number): number {
  return Math.min(1, Math.max(0, v));
}
