import type { WideColour } from '../../colour-tags.ts';
import { lightOf, PEAK_NITS, WHITE_NITS } from '../colour/light-curves.ts';

/**
 * Luminance of reference white (white paper) in high dynamic range by ITU-R BT.2408, in cd/m2. Light in this file is
 * relative to it.
 */
export const REFERENCE_WHITE_NITS = 203;

/** Weights of BT.2020 red, green and blue in luminance. */
const luminance = [0.2627, 0.678, 0.0593] as const;
const SYSTEM_GAMMA = 1.2;
/** Straightness of the tone curve above reference white, 0-1. */
const KAPPA = 0.65;

/**
 * Returns the linear light of a coded value of 0-1. For PQ this is display light, where 1 is reference white. For HLG
 * it is scene light, where 1 is the peak; `hlgDisplayGain` converts it to display light.
 */
export function referenceLight(curve: Exclude<WideColour['curve'], 'sdr'>, code: number): number {
  const shown = (lightOf(curve, code) * WHITE_NITS) / REFERENCE_WHITE_NITS;
  if (curve === 'pq') return shown;
  const peak = PEAK_NITS / REFERENCE_WHITE_NITS;
  return (shown / peak) ** (1 / SYSTEM_GAMMA);
}

/**
 * Returns the gain from HLG scene light to the light of a display of 1000 cd/m2: proportional to the scene luminance to
 * the power of 0.2. Components are in BT.2020. Source: BT.2100, table 5.
 */
export function hlgDisplayGain(red: number, green: number, blue: number): number {
  const scene = luminance[0] * red + luminance[1] * green + luminance[2] * blue;
  return (PEAK_NITS / REFERENCE_WHITE_NITS) * Math.max(0, scene) ** (SYSTEM_GAMMA - 1);
}

/**
 * Creates a function that returns the tone mapping gain for light whose brightest component (BT.2020) is `most`. This
 * is the reference white tone mapping of SMPTE ST 2094-50, as in browsers, for a display whose white is reference
 * white. `peakNits` is the brightest value that the image declares, in cd/m2. Light up to reference white is darkened
 * evenly, by half for a peak of 1000 cd/m2. Above, a quadratic Bezier curve leads to 1 at the peak.
 */
export function referenceWhiteGain(peakNits: number): (most: number) => number {
  const peak = peakNits / REFERENCE_WHITE_NITS;
  if (peak <= 1) return () => 1;
  const white = 1 - 0.5 * Math.min(1, Math.log(peak) / Math.log(PEAK_NITS / REFERENCE_WHITE_NITS));
  const bendX = 1 - KAPPA + KAPPA / white;
  const bendY = (1 - KAPPA) * white + KAPPA;
  // x(t) = square t^2 + 2 linear t + 1
  const [square, linear] = [peak - 2 * bendX + 1, bendX - 1];
  return (most) => {
    if (most <= 1) return white;
    if (most >= peak) return 1 / most;
    const root = Math.sqrt(linear ** 2 + square * (most - 1));
    const t = (most - 1) / (linear + root);
    return (white * (1 - t) ** 2 + 2 * bendY * t * (1 - t) + t ** 2) / most;
  };
}
