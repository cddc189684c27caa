import type { Grade } from '@framemill/timeline';
import { lumaOf, type Rgb } from './colour-table.ts';
import { hueCurveThrough } from './curve.ts';
import { type FunctionTable, lookUp, tabulate } from './function-table.ts';
import { hueOf, hueRotation } from './hue.ts';

type Curves = NonNullable<Grade['hueCurves']>;

const steps = 360;

/**
 * Returns curves over the hue (inputs 0-1: a turn from red; output 0: unchanged) as a function that changes a colour in
 * place. `hueVsHue` rotates the hue by up to half a turn. `hueVsSaturation` scales the distance from grey by 1 + value.
 * `hueVsLuma` adds up to half the range, weighted by the colourfulness, so that greys are not affected.
 */
export function hueCurves(curves: Curves): (rgb: Rgb) => void {
  const turn = tableOf(curves.hueVsHue);
  const saturate = tableOf(curves.hueVsSaturation);
  const lighten = tableOf(curves.hueVsLuma);
  // One matrix for each degree: a colour table evaluates it 36,000 times.
  const rotations = turn && Array.from({ length: 361 }, (_, degree) => hueRotation(degree - 180));
  return (rgb) => {
    const [r, g, b] = rgb;
    const span = Math.max(r, g, b) - Math.min(r, g, b);
    if (span < 1e-6) return;
    const hue = hueOf(r, g, b, span);
    if (turn && rotations) rotate(rgb, rotations, lookUp(turn, hue) * 180 + 180);
    const luma = lumaOf(rgb[0], rgb[1], rgb[2]);
    const scale = saturate ? 1 + lookUp(saturate, hue) : 1;
    const light = lighten ? lookUp(lighten, hue) * 0.5 * Math.min(1, span) : 0;
    for (let channel = 0; channel < 3; channel++) {
      rgb[channel] = luma + ((rgb[channel] ?? 0) - luma) * scale + light;
    }
  };
}

function tableOf(points: Curves['hueVsHue']): FunctionTable | null {
  return points ? tabulate(hueCurveThrough(points), 1, steps) : null;
}

function rotate(rgb: Rgb, rotations: readonly (readonly number[])[], degree: number): void {
  const low = Math.min(359, Math.max(0, Math.floor(degree)));
  const share = degree - low;
  const [r, g, b] = rgb;
  for (let row = 0; row < 3; row++) {
    const at = (column: number) => {
      const from = rotations[low]?.[row * 3 + column] ?? 0;
      return from + ((rotations[low + 1]?.[row * 3 + column] ?? 0) - from) * share;
    };
    rgb[row] = at(0) * r + at(1) * g + at(2) * b;
  }
}
