import type { Grade } from '@framemill/timeline';
import { lumaOf, type Rgb } from './colour-table.ts';
import { type FunctionTable, hueCurveThrough, lookUp, tabulate } from './curve.ts';

/**
 * Computes the hue of a colour as a fraction (0-1) of the colour circle, starting at red; 0 for grey. `span` is the
 * colour's largest channel minus its smallest.
 */
function hueOf(r: number, g: number, b: number, span: number): number {
  if (span <= 0) return 0;
  const most = Math.max(r, g, b);
  const sixth = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  const turn = sixth / 6;
  return turn < 0 ? turn + 1 : turn;
}

/** Returns the fully saturated colour of a hue (degrees). */
export function pureHue(degrees: number): Rgb {
  const sixth = (((degrees / 60) % 6) + 6) % 6;
  const channel = (offset: number) => Math.min(1, Math.max(0, Math.abs(((sixth + offset) % 6) - 3) - 1));
  return [channel(0), channel(4), channel(2)];
}

/**
 * Returns the matrix, row by row, that rotates the hue of all colours by `degrees` and keeps luma. It is the matrix of
 * the CSS filter `hue-rotate` (W3C Filter Effects 1) with the luma weights of BT.709.
 */
export function hueRotation(degrees: number): readonly number[] {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const [lr, lg, lb] = [0.2126, 0.7152, 0.0722];
  return [
    lr + cos * (1 - lr) - sin * lr,
    lg - cos * lg - sin * lg,
    lb - cos * lb + sin * (1 - lb),
    lr - cos * lr + sin * 0.143,
    lg + cos * (1 - lg) + sin * 0.14,
    lb - cos * lb - sin * 0.283,
    lr - cos * lr - sin * (1 - lr),
    lg - cos * lg + sin * lg,
    lb + cos * (1 - lb) + sin * lb,
  ];
}

type Curves = NonNullable<Grade['hueCurves']>;

const steps = 360;

/**
 * Returns a function that applies hue curves to a colour, in place. A hue curve maps a hue (0-1, starting at red) to a
 * change (0: unchanged). `hueVsHue` rotates the hue by up to 180 degrees. `hueVsSaturation` multiplies the distance
 * from grey by 1 + value. `hueVsLuma` adds up to 0.5 to each channel (0-1), weighted by the largest minus the smallest
 * channel, so that greys do not change.
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
