import type { ReduceContext } from '../command/command.ts';
import type { Clip } from '../document/clip.ts';
import type { Effect } from '../document/effect.ts';
import type { Grade } from '../document/grade.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { FilterPreset } from '../vocabulary/index.ts';
import { effectParams, withEffects } from './effects.ts';

/** A filter as data: its grade at full strength, and the effects that it includes. */
interface Filter {
  preset: FilterPreset;
  grade: Grade;
  /** Effects of the filter. Their numbers are strengths; 0 is no effect. */
  effects?: readonly { type: Effect['type']; params: Record<string, number> }[];
}

/** All filters, in the order of `FILTER_PRESETS`. */
export const FILTERS: readonly Filter[] = [
  // The image as it is.
  { preset: 'none', grade: {} },
  // More contrast and colour.
  { preset: 'boost', grade: { contrast: 0.2, saturation: 0.3 } },
  // More contrast.
  { preset: 'contrast', grade: { contrast: 0.35 } },
  // Little colour, a little flat.
  { preset: 'muted', grade: { saturation: -0.45, contrast: -0.1 } },
  // Half a stop darker.
  { preset: 'darken', grade: { exposure: -0.5 } },
  // Half a stop brighter.
  { preset: 'lighten', grade: { exposure: 0.5 } },
  // No colour.
  { preset: 'grayscale', grade: { saturation: -1 } },
  // Every channel inverted.
  {
    preset: 'negative',
    grade: {
      curves: {
        master: [
          [0, 1],
          [1, 0],
        ],
      },
    },
  },
  // Brown as old prints: no colour, then amber by the wheels.
  {
    preset: 'sepia',
    grade: {
      saturation: -1,
      contrast: -0.05,
      wheels: {
        shadows: { hue: 30, amount: 0.18 },
        midtones: { hue: 35, amount: 0.28 },
        highlights: { hue: 42, amount: 0.14 },
      },
    },
  },
  // Warm daylight.
  { preset: 'warm', grade: { temperature: 0.3 } },
  // Cold daylight.
  { preset: 'cool', grade: { temperature: -0.3 } },
  // Dull colours brought out.
  { preset: 'vivid', grade: { vibrance: 0.4 } },
  // Black washed out, flat.
  { preset: 'faded', grade: { blacks: 0.25, contrast: -0.2 } },
  // Faded, warm and grainy.
  {
    preset: 'vintage',
    grade: { blacks: 0.25, contrast: -0.2, temperature: 0.3 },
    effects: [{ type: 'grain', params: { amount: 0.2 } }],
  },
  // Hard black and white with dark corners.
  {
    preset: 'noir',
    grade: { saturation: -1, contrast: 0.5 },
    effects: [{ type: 'vignette', params: { amount: 0.5 } }],
  },
  // Neutral black and white.
  { preset: 'mono', grade: { saturation: -1, contrast: 0.05 } },
  // An S-curve, deeper shadows, a little less colour.
  {
    preset: 'cinematic',
    grade: {
      shadows: -0.1,
      saturation: -0.1,
      curves: {
        master: [
          [0, 0],
          [0.25, 0.2],
          [0.5, 0.5],
          [0.75, 0.8],
          [1, 1],
        ],
      },
    },
  },
  // Teal shadows, orange highlights.
  {
    preset: 'teal-orange',
    grade: { wheels: { shadows: { hue: 185, amount: 0.25 }, highlights: { hue: 32, amount: 0.22 } } },
  },
  // Silver left in the film: half the saturation, and the luma blended over itself, as a curve.
  {
    preset: 'bleach-bypass',
    grade: {
      saturation: -0.5,
      curves: {
        master: [
          [0, 0],
          [0.25, 0.1875],
          [0.5, 0.5],
          [0.75, 0.8125],
          [1, 1],
        ],
      },
    },
  },
  // Low sun: very warm, softer highlights.
  { preset: 'golden-hour', grade: { temperature: 0.45, highlights: -0.1 } },
  // A day shot made night.
  { preset: 'day-for-night', grade: { exposure: -1.2, temperature: -0.5 } },
  // Light, soft colours: half a stop, since less contrast takes white down by as much.
  { preset: 'pastel', grade: { contrast: -0.25, exposure: 0.5, saturation: -0.2 } },
  // A projection print: a soft shoulder, a lifted toe, colour between the channels, grain.
  {
    preset: 'film-print',
    grade: {
      curves: {
        master: [
          [0, 0.02],
          [0.25, 0.22],
          [0.5, 0.52],
          [0.75, 0.78],
          [1, 0.96],
        ],
        red: [
          [0, 0],
          [0.5, 0.51],
          [1, 1],
        ],
        blue: [
          [0, 0.02],
          [0.5, 0.49],
          [1, 0.97],
        ],
      },
    },
    effects: [{ type: 'grain', params: { amount: 0.15 } }],
  },
  // Developed in the wrong chemicals: green shadows, yellow highlights.
  {
    preset: 'cross-process',
    grade: { contrast: 0.15, wheels: { shadows: { hue: 140, amount: 0.2 }, highlights: { hue: 55, amount: 0.2 } } },
  },
];

const BY_PRESET = new Map(FILTERS.map((filter) => [filter.preset, filter]));

/**
 * Applies a filter to a clip. It replaces the clip's grade and the effects of an earlier filter; the clip's own effects
 * are kept.
 * Throws `invalid_request` when the catalogue cannot draw an effect that the filter needs.
 */
export function withFilter(clip: Clip, preset: FilterPreset, intensity: number, context: ReduceContext): Clip {
  const filter = BY_PRESET.get(preset);
  if (!filter) throw refuse(`preset "${preset}" does not exist. Use one of ${[...BY_PRESET.keys()].join(', ')}.`);
  const brought = intensity === 0 ? [] : (filter.effects ?? []);
  const added = brought.map(({ type, params }): Effect => {
    if (!(type in context.catalogue.effects)) {
      throw refuse(`preset "${preset}" needs the effect "${type}", which is not supported yet. Choose another filter.`);
    }
    const weaker = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value * intensity]));
    const complete = effectParams(context, type, weaker, 'params');
    return { id: context.newId('effect'), type, enabled: true, params: complete, filter: preset };
  });
  const own = (clip.effects ?? []).filter((effect) => effect.filter === undefined);
  const { grade: _, ...plain } = withEffects(clip, [...own, ...added]);
  const grade = gradeAt(filter.grade, intensity);
  return Object.keys(grade).length > 0 ? { ...plain, grade } : plain;
}

type Curve = [number, number][];
type Wheels = NonNullable<Grade['wheels']>;

/**
 * Computes a colour grade at reduced strength: `intensity` 1 is the full grade, 0 returns an empty grade. Each value is
 * interpolated linearly from the neutral value (0, or the diagonal of a curve). `lut` and `hueCurves` are left out,
 * because the grades of filters do not have them.
 */
export function gradeAt(grade: Grade, intensity: number): Grade {
  if (intensity === 0) return {};
  const { wheels, curves, ...values } = grade;
  const scaled: Grade = {};
  for (const name of SCALARS) {
    const value = values[name];
    if (value !== undefined) scaled[name] = value * intensity;
  }
  if (wheels) scaled.wheels = wheelsAt(wheels, intensity);
  if (curves) {
    scaled.curves = {};
    for (const name of CHANNELS) {
      const points = curves[name];
      if (points) scaled.curves[name] = curveAt(points, intensity);
    }
  }
  return scaled;
}

const SCALARS = [
  'exposure',
  'contrast',
  'highlights',
  'shadows',
  'whites',
  'blacks',
  'temperature',
  'tint',
  'vibrance',
  'saturation',
  'hue',
  'gamma',
] as const;

const CHANNELS = ['master', 'red', 'green', 'blue'] as const;

/** Scales the amounts of the colour wheels. The hue is kept. */
function wheelsAt(wheels: Wheels, intensity: number): Wheels {
  const scaled: Wheels = {};
  for (const name of ['shadows', 'midtones', 'highlights'] as const) {
    const wheel = wheels[name];
    if (!wheel) continue;
    scaled[name] = { hue: wheel.hue, amount: wheel.amount * intensity };
    if (wheel.luma !== undefined) scaled[name].luma = wheel.luma * intensity;
  }
  return scaled;
}

function curveAt(points: Curve, intensity: number): Curve {
  return points.map(([input, output]) => [input, input + (output - input) * intensity]);
}
