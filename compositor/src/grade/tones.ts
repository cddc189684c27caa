import type { Grade } from '@framemill/timeline';

/** The parts of a grade that one curve of each channel can say. */
export type Tones = Required<Pick<Grade, 'highlights' | 'shadows' | 'whites' | 'blacks' | 'gamma' | 'contrast'>>;

/**
 * Tonal regions, gamma and contrast of a gamma-encoded value. Every curve rises over the whole range of its parameter:
 * blacks and whites move the ends by up to 0.3 (the weights (1-v)^3 and v^3), shadows and highlights the tones around
 * 1/4 and 3/4 by up to 0.1 (the weights v (1-v)^3 and v^3 (1-v)), gamma is the exponent 2^-gamma, contrast an S of two powers around the middle,
 * exponent 1 + 1.5 c, whose ends stay; below 0 a straight line that flattens towards the middle grey. Result 0-1.
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
/** v (1-v)^3 at 1/4, where it is greatest. */
const peak = 0.25 * 0.75 ** 3;

function contrasted(v: number, contrast: number): number {
  if (contrast < 0) return 0.5 + (v - 0.5) * (1 + contrast);
  const power = 1 + 1.5 * contrast;
  return v < 0.5 ? 0.5 * (2 * v) ** power : 1 - 0.5 * (2 * (1 - v)) ** power;
}

function clamp(v: number): number {
  return Math.min(1, Math.max(0, v));
}
