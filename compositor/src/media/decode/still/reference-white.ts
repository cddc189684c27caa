import type { WideColour } from '../../colour-tags.ts';
import { lightOf, PEAK_NITS, WHITE_NITS } from '../colour/light-curves.ts';

/** Brightness of white paper in high dynamic range, ITU-R BT.2408, in cd/m2: 1 in the light of this file. */
export const REFERENCE_WHITE_NITS = 203;

/** Share of the luminance that each of BT.2020's components has. */
const luminance = [0.2627, 0.678, 0.0593] as const;
const SYSTEM_GAMMA = 1.2;
/** How straight the curve above reference white is. */
const KAPPA = 0.65;

/** Light of a coded value of 0-1 of PQ; of HLG light of the scene, which `hlgDisplayGain` makes light of a display. 1: reference white. */
export function referenceLight(curve: Exclude<WideColour['curve'], 'sdr'>, code: number): number {
  const shown = (lightOf(curve, code) * WHITE_NITS) / REFERENCE_WHITE_NITS;
  if (curve === 'pq') return shown;
  const peak = PEAK_NITS / REFERENCE_WHITE_NITS;
  return (shown / peak) ** (1 / SYSTEM_GAMMA);
}

/** What light of HLG's scene is multiplied by for a display of 1000 cd/m2: its luminance to the power of 0.2. BT.2100, table 5. BT.2020's components. */
export function hlgDisplayGain(red: number, green: number, blue: number): number {
  const scene = luminance[0] * red + luminance[1] * green + luminance[2] * blue;
  return (PEAK_NITS / REFERENCE_WHITE_NITS) * Math.max(0, scene) ** (SYSTEM_GAMMA - 1);
}

/**
 * What light is multiplied by on a display whose white is reference white, when the brightest of its three components (BT.2020) is `most`: the reference
 * white tone mapping of SMPTE ST 2094-50, as browsers do it. `peakNits`: the brightest that the picture says it has. Up to reference white it is darkened evenly, by
 * half for a peak of 1000 cd/m2; above, a quadratic Bezier curve leads to 1 at the peak.
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
