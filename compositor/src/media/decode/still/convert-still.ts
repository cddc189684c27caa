import { decodeSrgb, encodeSrgb } from '../../../grade/srgb.ts';
import { codeOf, lightOf, toneGain } from '../colour/light-curves.ts';
import type { StillCoding } from './still-coding.ts';
import type { StillCurve } from './still-tags.ts';

/** Straight RGBA as a file has it: `top` is the value of white. */
export interface CodedPixels {
  readonly data: Uint8Array | Uint16Array;
  readonly top: number;
}

// Of the square root of light: as fine in the dark as codes of 8 bits.
const ENCODED = 8192;

/**
 * Straight RGBA of 8 bits, sRGB, from pixels that are coded otherwise: to light, to BT.709's primaries, then high dynamic range through the curve of
 * videos (`toneGain`), and back to a code. Colours beyond BT.709 are cut off. 0.1 s for two megapixels.
 */
export function convertStill({ data, top }: CodedPixels, coding: StillCoding): Uint8Array {
  const { curve, toBt709 } = coding;
  const isHigh = curve === 'pq' || curve === 'hlg';
  const [rr = 1, rg = 0, rb = 0, gr = 0, gg = 1, gb = 0, br = 0, bg = 0, bb = 1] = toBt709;
  const expanded = (limited: boolean, value: number) =>
    limited ? (value / top - 16 / 255) / (219 / 255) : value / top;
  const light = Float64Array.from({ length: top + 1 }, (_, value) =>
    lightOfStill(curve, Math.min(1, Math.max(0, expanded(coding.limitedColour, value)))),
  );
  const encoded = Uint8Array.from({ length: ENCODED + 1 }, (_, at) =>
    Math.round(255 * codeOfStill(isHigh, (at / ENCODED) ** 2)),
  );
  const code = (value: number) => encoded[Math.round(ENCODED * Math.sqrt(Math.min(1, Math.max(0, value))))] ?? 0;
  const out = new Uint8Array(data.length);
  const lit = (at: number) => light[Math.min(top, data[at] ?? 0)] ?? 0;
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [lit(at), lit(at + 1), lit(at + 2)];
    const r = rr * red + rg * green + rb * blue;
    const g = gr * red + gg * green + gb * blue;
    const b = br * red + bg * green + bb * blue;
    const gain = isHigh ? toneGain(Math.max(0, r, g, b)) : 1;
    out[at] = code(r * gain);
    out[at + 1] = code(g * gain);
    out[at + 2] = code(b * gain);
    out[at + 3] = Math.round(255 * Math.min(1, Math.max(0, expanded(coding.limitedAlpha, data[at + 3] ?? top))));
  }
  return out;
}

function lightOfStill(curve: StillCurve, code: number): number {
  if (curve === 'pq' || curve === 'hlg') return lightOf(curve, code);
  if (curve === 'srgb') return decodeSrgb(code);
  if (curve === 'bt709') return lightOf('sdr', code);
  return code ** curve.exponent;
}

// High dynamic range as of videos, for a display of BT.1886.
function codeOfStill(isHigh: boolean, light: number): number {
  return isHigh ? codeOf(light) : encodeSrgb(light);
}
