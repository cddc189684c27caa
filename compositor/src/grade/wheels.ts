import type { Grade } from '@framemill/timeline';
import { lumaOf, type Rgb } from './colour-table.ts';
import { pureHue } from './hue.ts';

/** Offsets that three colour wheels add to a colour, weighted by its luma: tints and light. */
export interface WheelOffsets {
  readonly shadows: Rgb;
  readonly midtones: Rgb;
  readonly highlights: Rgb;
  /** Light of the shadows, midtones and highlights wheels. */
  readonly light: Rgb;
}

type Wheels = NonNullable<Grade['wheels']>;

const lumaAtFull = 0.25;
/** Luma below which a tint fades out: a tint would turn black into red, green or blue. */
const leastTinted = 0.12;

/**
 * Converts colour wheels to offsets. Each wheel adds its hue (the pure colour minus its own luma, so that it tints
 * without adding light) by `amount`, and up to 0.25 of light by `luma`. The weights (1-l)^2, 2 l (1-l) and l^2 (l: luma
 * 0-1) sum to 1, so that three equal wheels tint evenly. Tints leave black unchanged.
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
