import { FramemillError, type Grade, type KeyframableProp } from '@framemill/timeline/rendering';
import type { LutTable } from '../graph/values.ts';
import { canonicalJson } from '../plan/canonical-json.ts';
import { colourTable } from './colour-table.ts';
import { gradeColour } from './grade-colour.ts';
import { curveTable } from './sample-table.ts';

/** Values of a grade's properties at one point in time, computed from their keyframes, in the units of the grade. */
export type AnimatedGrade = Readonly<Partial<Record<KeyframableProp, number>>>;

/**
 * Returns a grade as one table, including its `intensity` and .cube file; null when it changes nothing. The table is a
 * cube of 33 points in each dimension, or three curves when the grade changes each channel independently. `animated`
 * overrides values of `grade`. The table is computed when its values are first read (about 2 ms); equal grades have
 * equal `id`s. Throws `not_found` when the grade's .cube file is not in `luts`.
 */
export function gradeTable(
  grade: Grade,
  animated: AnimatedGrade | null,
  luts?: ReadonlyMap<string, LutTable>,
): LutTable | null {
  const moved = animated ? withAnimated(grade, animated) : grade;
  const resolved = withoutNothing(moved);
  if (resolved === null) return null;
  const lut = resolved.lut ? lutOf(resolved.lut.src, luts) : null;
  const id = `grade ${canonicalJson(resolved)} ${lut?.id ?? ''}`;
  const colourOf = gradeColour(resolved, lut);
  return changesChannelsApart(resolved, lut) ? curveTable(id, colourOf) : colourTable(id, size, colourOf);
}

const size = 33;
/** Properties of a grade that keyframes may set. */
export const animatedProps = ['exposure', 'contrast', 'saturation', 'hue', 'temperature', 'tint'] as const;
const scalars = [...animatedProps, 'highlights', 'shadows', 'whites', 'blacks', 'vibrance', 'gamma'] as const;

/** Properties of a grade that change red, green and blue independently. */
const apart: ReadonlySet<string> = new Set<keyof Grade>([
  ...(['exposure', 'contrast', 'highlights', 'shadows', 'whites', 'blacks', 'gamma'] as const),
  ...(['curves', 'lut', 'intensity'] as const),
]);

/** Returns a grade whose values are replaced by `animated`: the values of the grade's keyframes at one moment. */
export function withAnimated(grade: Grade, animated: AnimatedGrade): Grade {
  const moved = { ...grade };
  for (const prop of animatedProps) {
    const value = animated[prop];
    if (value !== undefined) moved[prop] = least.has(prop) ? Math.max(-1, value) : value;
  }
  return moved;
}

/**
 * Properties that are limited to -1 and above. Easings that overshoot can produce lower values, which would invert
 * tones and colours.
 */
const least: ReadonlySet<string> = new Set<keyof Grade>(['contrast', 'saturation']);

/** Returns a grade without the properties that have no effect; null when none are left. */
function withoutNothing(grade: Grade): Grade | null {
  if (grade.intensity === 0) return null;
  const kept: Grade = {};
  for (const name of scalars) {
    const value = grade[name];
    if (value !== undefined && value !== 0 && !(name === 'hue' && value % 360 === 0)) kept[name] = value;
  }
  const wheels = Object.values(grade.wheels ?? {});
  if (wheels.some(({ amount, luma }) => amount !== 0 || (luma ?? 0) !== 0)) kept.wheels = grade.wheels;
  const curves = Object.values(grade.curves ?? {});
  if (curves.some((points) => !isDiagonal(points))) kept.curves = grade.curves;
  const hueCurves = Object.values(grade.hueCurves ?? {});
  if (hueCurves.some((points) => points.some(([, output]) => output !== 0))) kept.hueCurves = grade.hueCurves;
  if (grade.lut && grade.lut.intensity !== 0) kept.lut = grade.lut;
  if (Object.keys(kept).length === 0) return null;
  return grade.intensity === undefined ? kept : { ...kept, intensity: grade.intensity };
}

// A curve that does not extend to 0 and 1 is constant beyond its ends, so that it changes colours.
function isDiagonal(points: readonly (readonly [number, number])[]): boolean {
  return points.every(([input, output]) => input === output) && points[0]?.[0] === 0 && points.at(-1)?.[0] === 1;
}

function changesChannelsApart(grade: Grade, lut: LutTable | null): boolean {
  const isApart = Object.keys(grade).every((name) => apart.has(name));
  return isApart && (lut === null || 'curves' in lut);
}

function lutOf(src: string, luts: ReadonlyMap<string, LutTable> | undefined): LutTable {
  const table = luts?.get(src);
  if (table) return table;
  throw new FramemillError(
    'not_found',
    `The colour grade names the .cube file "${src}", which is not among the render's media. Upload it and set ` +
      'grade.lut.src.',
    { src },
  );
}
