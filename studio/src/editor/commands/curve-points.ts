import { curveThrough, hueCurveThrough } from '@framemill/compositor/capabilities';
import type { JsonSchema } from './registry.ts';

/** Point of a curve: input 0-1, output in the range of the curve. */
export type CurvePoint = readonly [input: number, output: number];

/** Axes and limits of a curve, from its schema. */
export interface CurveShape {
  /** Whether the inputs are hues: 0-1 is one turn from red to red, and the curve continues from 1 to 0. */
  isHue: boolean;
  /** Points of a curve that changes nothing. */
  neutral: readonly CurvePoint[];
  /** Range of the outputs that the plot shows. */
  minimum: number;
  maximum: number;
  leastPoints: number;
  mostPoints: number;
}

/** Smallest distance of two inputs. */
const GAP = 0.01;

/** A curve of tones that changes nothing is a diagonal. */
const DIAGONAL: readonly CurvePoint[] = [
  [0, 0],
  [1, 1],
];
/** A curve of hues that changes nothing is 0; it has a point at red, yellow, green, cyan, blue and magenta. */
const LEVEL: readonly CurvePoint[] = [0, 1, 2, 3, 4, 5].map((sixth) => [tidy(sixth / 6), 0] as const);

/** Returns the shape of a curve. The description of a curve of hues ends with `by hue.`. */
export function curveShape({ description = '', minItems = 2, maxItems = 32 }: JsonSchema): CurveShape {
  const isHue = /\bby hue\.$/.test(description);
  return {
    ...{ isHue, neutral: isHue ? LEVEL : DIAGONAL, minimum: isHue ? -1 : 0, maximum: 1 },
    ...{ leastPoints: minItems, mostPoints: maxItems },
  };
}

/** Returns the points of a value; those of the neutral curve for other values. */
export function pointsIn(value: unknown, { neutral }: CurveShape): readonly CurvePoint[] {
  if (!Array.isArray(value)) return neutral;
  return value.flatMap((point: unknown) => {
    const [input, output]: unknown[] = Array.isArray(point) ? point : [];
    return typeof input === 'number' && typeof output === 'number' ? [[input, output] as const] : [];
  });
}

/** Returns the function that a render applies: a smooth curve through the points. */
export function curveOf(points: readonly CurvePoint[], { isHue }: CurveShape): (input: number) => number {
  return isHue ? hueCurveThrough(points) : curveThrough(points);
}

/**
 * Adds a point. Returns the points and the index of the new one; null when the curve has no more points, or one at
 * almost the same input.
 */
export function withPoint(
  points: readonly CurvePoint[],
  [input, output]: CurvePoint,
  shape: CurveShape,
): { points: CurvePoint[]; index: number } | null {
  if (points.length >= shape.mostPoints || points.some(([other]) => Math.abs(other - input) < GAP)) return null;
  const index = points.filter(([other]) => other < input).length;
  const added: CurvePoint = [limited(input, 0, 1), limited(output, shape.minimum, shape.maximum)];
  return { points: points.toSpliced(index, 0, added), index };
}

/** Returns the points with one of them moved. Its input stays between those of its neighbours. */
export function withMoved(
  points: readonly CurvePoint[],
  index: number,
  [input, output]: CurvePoint,
  shape: CurveShape,
): CurvePoint[] {
  const before = points[index - 1];
  const after = points[index + 1];
  const least = before ? before[0] + GAP : 0;
  const most = after ? after[0] - GAP : 1;
  const moved: CurvePoint = [limited(input, least, most), limited(output, shape.minimum, shape.maximum)];
  return points.map((point, at) => (at === index ? moved : point));
}

/** Returns the points without one of them; all of them when the curve cannot have fewer. */
export function withoutPoint(points: readonly CurvePoint[], index: number, shape: CurveShape): readonly CurvePoint[] {
  return points.length <= shape.leastPoints ? points : points.toSpliced(index, 1);
}

/** Returns the point in the middle of the widest gap between neighbours, on the curve. */
export function widestGap(points: readonly CurvePoint[], shape: CurveShape): CurvePoint {
  const inputs = points.map(([input]) => input);
  const edges = [...inputs, ...(shape.isHue ? [1] : [])];
  let [at, width] = [0.5, 0];
  for (const [index, edge] of edges.entries()) {
    const from = edges[index - 1];
    if (from === undefined || edge - from <= width) continue;
    width = edge - from;
    at = tidy((from + edge) / 2);
  }
  return [at, tidy(curveOf(points, shape)(at))];
}

/** Returns the index of the nearest point within a distance; null when there is none. `places` are in pixels. */
export function nearestWithin(
  places: readonly (readonly [x: number, y: number])[],
  [x, y]: readonly [x: number, y: number],
  distancePx: number,
): number | null {
  let [nearest, least]: [number | null, number] = [null, distancePx];
  for (const [index, place] of places.entries()) {
    const distance = Math.hypot(place[0] - x, place[1] - y);
    if (distance > least) continue;
    nearest = index;
    least = distance;
  }
  return nearest;
}

function limited(value: number, least: number, most: number): number {
  return tidy(Math.min(most, Math.max(least, value)));
}

function tidy(value: number): number {
  return Math.round(value * 1e3) / 1e3;
}
