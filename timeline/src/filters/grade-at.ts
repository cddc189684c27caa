import type { Grade } from '../document/grade.ts';

type Curve = [number, number][];
type Wheels = NonNullable<Grade['wheels']>;

/**
 * A grade at a share of its strength: each value goes in a straight line from the one that changes nothing (0, or the
 * diagonal of a curve). Intensity 0 gives an empty grade. `lut` and `hueCurves` are not in filters.
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

/** The hue stays: only how much of it is added changes. */
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
