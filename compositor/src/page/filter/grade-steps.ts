import type { ClipLayer, Grade } from '@framemill/timeline';
import { curveThrough } from '../../grade/curve.ts';
import { withAnimated } from '../../grade/grade-table.ts';
import { hueRotation } from '../../grade/hue.ts';
import { toneCurve } from '../../grade/tones.ts';
import { whiteBalance } from '../../grade/white-balance.ts';
import type { ColourStep, ColourSteps } from './colour-steps.ts';

/** Number of linear sections by which a curve is approximated. */
const pieces = 64;
/** Luma weights of BT.709. */
const [lumaR, lumaG, lumaB] = [0.2126, 0.7152, 0.0722];

/**
 * Converts a layer's colour grade to steps of an SVG filter, in the order of the renderer: exposure and white balance
 * in linear light, tones, saturation and hue, curves, then the mix by `intensity`. The result is inexact with vibrance
 * (approximated by a third of its value as saturation) and with colour wheels, hue curves and .cube files, which are
 * left out. Returns null when the grade changes nothing.
 */
export function gradeSteps({ clip, animated }: ClipLayer): ColourSteps | null {
  const grade = withAnimated(clip.grade ?? {}, animated ?? {});
  const { intensity: share = 1 } = grade;
  if (share === 0) return null;
  const steps = [light(grade), tones(grade), saturationAndHue(grade), curves(grade)].filter((step) => step !== null);
  const exact = !grade.vibrance && !grade.wheels && !grade.hueCurves && !grade.lut;
  return steps.length > 0 || !exact ? { steps, share, exact } : null;
}

function light({ exposure = 0, temperature = 0, tint = 0 }: Grade): ColourStep | null {
  if (exposure === 0 && temperature === 0 && tint === 0) return null;
  const gain = 2 ** exposure;
  const [a, b, c, d, e, f, g, h, i] = whiteBalance(temperature, tint);
  const rows = [
    [a * gain, b * gain, c * gain, 0],
    [d * gain, e * gain, f * gain, 0],
    [g * gain, h * gain, i * gain, 0],
  ] as const;
  return { kind: 'matrix', rows, linear: true };
}

function tones(grade: Grade): ColourStep | null {
  const { highlights = 0, shadows = 0, whites = 0, blacks = 0, gamma = 0, contrast = 0 } = grade;
  const values = { highlights, shadows, whites, blacks, gamma, contrast };
  if (Object.values(values).every((value) => value === 0)) return null;
  const curve = tabulated(toneCurve(values));
  return { kind: 'curves', curves: [curve, curve, curve] };
}

function saturationAndHue({ saturation = 0, vibrance = 0, hue = 0 }: Grade): ColourStep | null {
  const scale = Math.max(0, 1 + saturation + vibrance / 3);
  if (scale === 1 && hue % 360 === 0) return null;
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = hueRotation(hue);
  const rest = 1 - scale;
  // Saturation first: each row of the hue rotation times the saturation matrix. Rows of the rotation sum to 1, so that
  // grey stays grey.
  const row = (r: number, green: number, blue: number) =>
    [r * scale + rest * lumaR, green * scale + rest * lumaG, blue * scale + rest * lumaB, 0] as const;
  return { kind: 'matrix', rows: [row(a, b, c), row(d, e, f), row(g, h, i)] };
}

function curves({ curves: given }: Grade): ColourStep | null {
  if (!given) return null;
  const master = given.master ? curveThrough(given.master) : (value: number) => value;
  const [red, green, blue] = [given.red, given.green, given.blue].map((points) => {
    const own = points ? curveThrough(points) : (value: number) => value;
    return tabulated((value) => own(Math.min(1, Math.max(0, master(value)))));
  });
  return red && green && blue ? { kind: 'curves', curves: [red, green, blue] } : null;
}

function tabulated(of: (value: number) => number): number[] {
  return Array.from({ length: pieces + 1 }, (_, index) => of(index / pieces));
}
