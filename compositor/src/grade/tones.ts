import type { Grade } from '@framemill/timeline';
import { lumaOf, type Rgb } from './colour-table.ts';
import { pureHue } from './hue.ts';

/** Properties of a grade that are combined into one curve, which is applied to each channel. */
export type Tones = Required<Pick<Grade, 'highlights' | 'shadows' | 'whites' | 'blacks' | 'gamma' | 'contrast'>>;

/**
 * Returns the curve of tonal regions, gamma and contrast for a gamma-encoded value. It is increasing for all allowed
 * parameters. Blacks and whites move the ends by up to 0.3 (weights (1-v)^3 and v^3). Shadows and highlights move the
 * tones around 1/4 and 3/4 by up to 0.1 (weights v (1-v)^3 and v^3 (1-v)). Gamma is the exponent 2^-gamma. A contrast c
 * above 0 is an S-curve with fixed ends, made of two powers with exponent 1 + 1.5 c; below 0 it is a straight line that
 * flattens towards mid grey. The result is 0-1.
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
/** Maximum of the weight v (1-v)^3, reached at v = 1/4. */
const peak = 0.25 * 0.75 ** 3;

function contrasted(v: number, contrast: number): number {
  if (contrast < 0) return 0.5 + (v - 0.5) * (1 + contrast);
  const power = 1 + 1.5 * contrast;
  return v < 0.5 ? 0.5 * (2 * v) ** power : 1 - 0.5 * (2 * (1 - v)) ** power;
}

function clamp(v: number): number {
  return Math.min(1, Math.max(0, v));
}

/** Offsets (tint and brightness) that the three colour wheels add to a colour, weighted by its luma. */
export interface WheelOffsets {
  readonly shadows: Rgb;
  readonly midtones: Rgb;
  readonly highlights: Rgb;
  /** Brightness that the wheels of shadows, midtones and highlights add, in this order. */
  readonly light: Rgb;
}

type Wheels = NonNullable<Grade['wheels']>;

const lumaAtFull = 0.25;
/**
 * Luma below which a tint fades out. Without this, a tint at full strength would turn black into a saturated colour.
 */
const leastTinted = 0.12;

/**
 * Converts colour wheels to offsets. The tint of a wheel is its pure hue minus the luma of this colour, times `amount`,
 * which tints without brightening. `luma` adds up to 0.25 of brightness. The weights of shadows, midtones and
 * highlights, (1-l)^2, 2 l (1-l) and l^2 (l: luma 0-1), sum to 1, so that three equal wheels tint evenly. Tints leave
 * black unchanged.
 */
export function wheelOffsets(wheels: Wheels): WheelOffsets {
  const { shadows, midtones, highlights } = wheels;
  const light = (wheel: Wheels['shadows']) => (wheel?.luma ?? 0) * lumaAtFull;
  return {
    shadows: tintOf(shadows),
    midtones: tintOf(midtones),
    highlights: tintOf(highlights),
    light: [light(shadows), light(midtones), light(highlights)],
  };
}

function tintOf(wheel: Wheels['shadows']): Rgb {
  if (!wheel) return [0, 0, 0];
  const [r, g, b] = pureHue(wheel.hue);
  const own = lumaOf(r, g, b);
  return [(r - own) * wheel.amount, (g - own) * wheel.amount, (b - own) * wheel.amount];
}

/** Adds the offsets to `rgb`, in place. */
export function addWheels({ shadows, midtones, highlights, light }: WheelOffsets, rgb: Rgb): void {
  const luma = Math.min(1, Math.max(0, lumaOf(rgb[0], rgb[1], rgb[2])));
  const low = (1 - luma) * (1 - luma);
  const middle = 2 * luma * (1 - luma);
  const high = luma * luma;
  const tinted = Math.min(1, luma / leastTinted);
  const lit = low * light[0] + middle * light[1] + high * light[2];
  rgb[0] += (low * shadows[0] + middle * midtones[0] + high * highlights[0]) * tinted + lit;
  rgb[1] += (low * shadows[1] + middle * midtones[1] + high * highlights[1]) * tinted + lit;
  rgb[2] += (low * shadows[2] + middle * midtones[2] + high * highlights[2]) * tinted + lit;
}
