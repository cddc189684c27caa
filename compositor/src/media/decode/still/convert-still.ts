import { decodeSrgb, encodeSrgb } from '../../../grade/srgb.ts';
import { lightOf } from '../colour/light-curves.ts';
import { hlgDisplayGain, referenceLight, referenceWhiteGain } from './reference-white.ts';
import type { StillCoding } from './still-coding.ts';
import type { StillCurve } from './still-tags.ts';

/** Straight RGBA in the coding of the file. `top` is the value of white. */
export interface CodedPixels {
  readonly data: Uint8Array | Uint16Array;
  readonly top: number;
}

// The table is indexed by the square root of light, which is as fine in the dark as 8-bit codes.
const ENCODED = 8192;

/**
 * Converts straight RGBA of another coding to 8-bit sRGB: to linear light, to the primaries of BT.709 and to sRGB
 * codes. High dynamic range is mapped to a display with a white of 203 cd/m2 (`referenceWhiteGain`), as in browsers.
 * Colours outside BT.709 are clipped. Takes 0.1 s for two megapixels.
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

  /** Returns the gain from scene or display light to the light of the reference display, computed in BT.2020. */
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
