import type { Grade } from '@framemill/timeline';
import type { LutTable } from '../graph/values.ts';
import { lumaOf, type Rgb } from './colour-table.ts';
import { curveThrough, decodeSrgb, encodeSrgb, type FunctionTable, lookUp, tabulate } from './curve.ts';
import { hueCurves, hueRotation } from './hue.ts';
import { sampleTable } from './sample-table.ts';
import { addWheels, toneCurve, wheelOffsets } from './tones.ts';
import { whiteBalance } from './white-balance.ts';

type Step = (rgb: Rgb) => void;

/**
 * Returns a function that applies a grade to a colour, in place. The order is: exposure (light times 2^stops), white
 * balance, tonal regions with gamma, contrast, saturation (around luma, as the CSS filter `saturate`), hue, vibrance,
 * colour wheels, hue curves, curves, LUT. Finally the result is mixed with the original by `intensity`. Exposure and
 * white balance are computed in linear sRGB light, everything else on gamma-encoded values.
 */
export function gradeColour(grade: Grade, lut: LutTable | null): Step {
  const steps = [
    light(grade),
    saturation(grade.saturation ?? 0),
    hue(grade.hue ?? 0),
    vibrance(grade.vibrance ?? 0),
    wheels(grade.wheels),
    grade.hueCurves ? hueCurves(grade.hueCurves) : null,
    curves(grade.curves),
    lut ? look(lut, grade.lut?.intensity ?? 1) : null,
  ].filter((step) => step !== null);
  const share = grade.intensity ?? 1;
  if (share === 1) {
    return (rgb) => {
      for (let index = 0; index < steps.length; index++) steps[index]?.(rgb);
    };
  }
  return (rgb) => {
    const r = rgb[0];
    const g = rgb[1];
    const b = rgb[2];
    for (let index = 0; index < steps.length; index++) steps[index]?.(rgb);
    rgb[0] = r + (clamp(rgb[0]) - r) * share;
    rgb[1] = g + (clamp(rgb[1]) - g) * share;
    rgb[2] = b + (clamp(rgb[2]) - b) * share;
  };
}

/**
 * Returns the step that applies exposure, white balance and tones. It uses two tables, so that no powers are computed
 * for each colour.
 */
function light(grade: Grade): Step | null {
  const { exposure = 0, temperature = 0, tint = 0 } = grade;
  const { highlights = 0, shadows = 0, whites = 0, blacks = 0, gamma = 0, contrast = 0 } = grade;
  const tones = { highlights, shadows, whites, blacks, gamma, contrast };
  const tonesChange = Object.values(tones).some((value) => value !== 0);
  if (exposure === 0 && temperature === 0 && tint === 0) {
    return tonesChange ? perChannel(tabulate(toneCurve(tones), 1, fine)) : null;
  }
  const gain = 2 ** exposure;
  const linear = tabulate((value) => decodeSrgb(value) * gain, 1, fine);
  const tone = tonesChange ? toneCurve(tones) : clamp;
  // Indexed by the square root of the light, which is close to the encoding: even steps, also near black.
  const encoded = tabulate((root) => tone(encodeSrgb(root * root)), mostLight, fine * 2);
  const m = whiteBalance(temperature, tint);
  return (rgb) => {
    const r = lookUp(linear, rgb[0]);
    const g = lookUp(linear, rgb[1]);
    const b = lookUp(linear, rgb[2]);
    rgb[0] = lookUp(encoded, Math.sqrt(Math.max(0, m[0] * r + m[1] * g + m[2] * b)));
    rgb[1] = lookUp(encoded, Math.sqrt(Math.max(0, m[3] * r + m[4] * g + m[5] * b)));
    rgb[2] = lookUp(encoded, Math.sqrt(Math.max(0, m[6] * r + m[7] * g + m[8] * b)));
  };
}

const fine = 1024;
/** Square root of the linear light above which the tone table is constant. Light of 4 is two stops above white. */
const mostLight = 2;

function perChannel(table: FunctionTable): Step {
  return (rgb) => {
    rgb[0] = lookUp(table, rgb[0]);
    rgb[1] = lookUp(table, rgb[1]);
    rgb[2] = lookUp(table, rgb[2]);
  };
}

function saturation(amount: number): Step | null {
  return amount === 0 ? null : (rgb) => fromGrey(rgb, 1 + amount);
}

/**
 * Returns the step that applies vibrance, which affects dull colours most. The distance from grey is multiplied by 1 +
 * 1.5 vibrance (1 - saturation)^2, with the saturation of HSV.
 */
function vibrance(amount: number): Step | null {
  if (amount === 0) return null;
  return (rgb) => {
    const most = Math.max(rgb[0], rgb[1], rgb[2], 1e-6);
    const least = Math.max(0, Math.min(rgb[0], rgb[1], rgb[2]));
    const dull = Math.min(1, least / most);
    fromGrey(rgb, Math.max(0, 1 + 1.5 * amount * dull * dull));
  };
}

function fromGrey(rgb: Rgb, scale: number): void {
  const luma = lumaOf(rgb[0], rgb[1], rgb[2]);
  rgb[0] = luma + (rgb[0] - luma) * scale;
  rgb[1] = luma + (rgb[1] - luma) * scale;
  rgb[2] = luma + (rgb[2] - luma) * scale;
}

function hue(degrees: number): Step | null {
  if (degrees % 360 === 0) return null;
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = hueRotation(degrees);
  return (rgb) => {
    const red = rgb[0];
    const green = rgb[1];
    const blue = rgb[2];
    rgb[0] = a * red + b * green + c * blue;
    rgb[1] = d * red + e * green + f * blue;
    rgb[2] = g * red + h * green + i * blue;
  };
}

function wheels(given: Grade['wheels']): Step | null {
  if (!given) return null;
  const offsets = wheelOffsets(given);
  return (rgb) => addWheels(offsets, rgb);
}

/** Returns the step that applies the curves: the master curve first, then the curve of each channel. */
function curves(given: Grade['curves']): Step | null {
  if (!given) return null;
  const master = given.master ? curveThrough(given.master) : clamp;
  const tables = [given.red, given.green, given.blue].map((points) => {
    const own = points ? curveThrough(points) : null;
    return tabulate((value) => (own ? own(clamp(master(value))) : master(value)), 1, fine);
  });
  const [red, green, blue] = tables;
  if (!red || !green || !blue) return null;
  return (rgb) => {
    rgb[0] = lookUp(red, rgb[0]);
    rgb[1] = lookUp(green, rgb[1]);
    rgb[2] = lookUp(blue, rgb[2]);
  };
}

function look(table: LutTable, share: number): Step {
  const out: Rgb = [0, 0, 0];
  return (rgb) => {
    sampleTable(table, rgb[0], rgb[1], rgb[2], out);
    for (let channel = 0; channel < 3; channel++) {
      const from = clamp(rgb[channel] ?? 0);
      rgb[channel] = from + ((out[channel] ?? 0) - from) * share;
    }
  };
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
