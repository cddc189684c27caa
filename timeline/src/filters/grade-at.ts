import type { Grade } from '../document/grade.ts';

type Curve = [number, number][];
type Wheels = NonNullable<Grade['wheels']>;

/**
 * Computes a grade at a share of its strength, `intensity`.
 * Each value is interpolated linearly from the one that changes nothing (0, or the diagonal of a curve). Intensity 0
 * returns an empty grade. Filters have no `lut` and no `hueCurves`.
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
