import { decodeSrgb, encodeSrgb } from '../../../grade/curve.ts';
import type { WideColour } from '../../colour-tags.ts';
import { lightOf, PEAK_NITS, WHITE_NITS } from '../colour/light-curves.ts';
import type { StillCoding, StillCurve } from './still-coding.ts';

/** RGBA pixels with straight alpha in the file's own colour coding. `top` is the sample value of white. */
export interface CodedPixels {
  readonly data: Uint8Array | Uint16Array;
  readonly top: number;
}

// The table is indexed by the square root of light, which is as fine in the dark as 8-bit codes.
const ENCODED = 8192;

/**
 * Converts straight RGBA of another colour coding to 8-bit sRGB, through linear light and the primaries of BT.709. High
 * dynamic range is tone-mapped as in browsers, for a display whose white is 203 cd/m2 (`referenceWhiteGain`). Colours
 * outside BT.709 are clipped. Takes 0.1 s for two megapixels.
 */
export function convertStill({ data, top }: CodedPixels, coding: StillCoding): Uint8Array {
  const { curve, toBt709, toBt2020 } = coding;
  const isHigh = curve === 'pq' || curve === 'hlg';
  const gainOf = referenceWhiteGain(coding.peakNits);
  const expanded = (limited: boolean, value: number) =>
    limited ? (value / top - 16 / 255) / (219 / 255) : value / top;
  const light = Float64Array.from({ length: top + 1 }, (_, value) =>
    lightOfStill(curve, Math.min(1, Math.max(0, expanded(coding.limitedColour, value)))),
  );
  const encoded = Uint8Array.from({ length: ENCODED + 1 }, (_, at) =>
    Math.round(255 * encodeSrgb((at / ENCODED) ** 2)),
  );
  const code = (value: number) => encoded[Math.round(ENCODED * Math.sqrt(Math.min(1, Math.max(0, value))))] ?? 0;
  const out = new Uint8Array(data.length);
  const lit = (at: number) => light[Math.min(top, data[at] ?? 0)] ?? 0;

  /**
   * Returns the gain from scene light (HLG) or display light (PQ) to the light of the reference display. Components are
   * in BT.2020.
   */
  function toneGain(red: number, green: number, blue: number): number {
    const r = mixed(toBt2020, 0, red, green, blue);
    const g = mixed(toBt2020, 3, red, green, blue);
    const b = mixed(toBt2020, 6, red, green, blue);
    const display = curve === 'hlg' ? hlgDisplayGain(r, g, b) : 1;
    return display * gainOf(display * Math.max(r, g, b));
  }

  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [lit(at), lit(at + 1), lit(at + 2)];
    const gain = isHigh ? toneGain(red, green, blue) : 1;
    out[at] = code(gain * mixed(toBt709, 0, red, green, blue));
    out[at + 1] = code(gain * mixed(toBt709, 3, red, green, blue));
    out[at + 2] = code(gain * mixed(toBt709, 6, red, green, blue));
    out[at + 3] = Math.round(255 * Math.min(1, Math.max(0, expanded(coding.limitedAlpha, data[at + 3] ?? top))));
  }
  return out;
}

/** Multiplies a colour by one row of a 3x3 matrix; the row begins at index `row`. */
function mixed(factors: readonly number[], row: number, red: number, green: number, blue: number): number {
  return (factors[row] ?? 0) * red + (factors[row + 1] ?? 0) * green + (factors[row + 2] ?? 0) * blue;
}

function lightOfStill(curve: StillCurve, code: number): number {
  if (curve === 'pq' || curve === 'hlg') return referenceLight(curve, code);
  if (curve === 'srgb') return decodeSrgb(code);
  if (curve === 'bt709') return lightOf('sdr', code);
  return code ** curve.exponent;
}

/**
 * Luminance of reference white (white paper) in high dynamic range by ITU-R BT.2408, in cd/m2. Linear light in this
 * file is relative to this value.
 */
export const REFERENCE_WHITE_NITS = 203;

/** Weights of BT.2020 red, green and blue in the luminance of a colour. */
const luminance = [0.2627, 0.678, 0.0593] as const;
const SYSTEM_GAMMA = 1.2;
/**
 * Position of the tone curve's middle control point on the line that continues the curve below reference white: 0 is
 * reference white, 1 is where the line reaches the display's white.
 */
const KAPPA = 0.65;

/**
 * Converts a coded value (0-1) to linear light. For PQ the result is display light, where 1 is reference white. For HLG
 * it is scene light, where 1 is the peak; `hlgDisplayGain` converts it to display light.
 */
function referenceLight(curve: Exclude<WideColour['curve'], 'sdr'>, code: number): number {
  const shown = (lightOf(curve, code) * WHITE_NITS) / REFERENCE_WHITE_NITS;
  if (curve === 'pq') return shown;
  const peak = PEAK_NITS / REFERENCE_WHITE_NITS;
  return (shown / peak) ** (1 / SYSTEM_GAMMA);
}

/**
 * Returns the gain from HLG scene light to the light of a display of 1000 cd/m2: proportional to the scene luminance to
 * the power of 0.2. Components are in BT.2020. Source: BT.2100, table 5.
 */
function hlgDisplayGain(red: number, green: number, blue: number): number {
  const scene = luminance[0] * red + luminance[1] * green + luminance[2] * blue;
  return (PEAK_NITS / REFERENCE_WHITE_NITS) * Math.max(0, scene) ** (SYSTEM_GAMMA - 1);
}

/**
 * Creates a function that returns the tone mapping gain of a pixel whose brightest component (BT.2020) is `most`. It is
 * the reference white tone mapping of SMPTE ST 2094-50, as in browsers, for a display whose white is reference white.
 * `peakNits` is the highest brightness that the image declares, in cd/m2. Light up to reference white is darkened by a
 * constant factor: one half for a peak of 1000 cd/m2. Above reference white, a quadratic Bezier curve rises to 1 at the
 * peak.
 */
function referenceWhiteGain(peakNits: number): (most: number) => number {
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
