import type { Mask } from '@framemill/timeline';
import { type BoxFrame, between, type Point, toBox, toCanvas, turned } from './box-frame.ts';

/** Position of a mask: its clip's box on the canvas, and the size of that box before scaling, in pixels. */
export interface MaskPlace {
  frame: BoxFrame;
  size: readonly [number, number];
}

/** Converts a point from mask pixels, relative to the mask's centre, to canvas pixels. */
export function maskToCanvas({ frame, size }: MaskPlace, mask: Mask, point: Point): Point {
  const [x, y] = turned(point, mask.rotation ?? 0);
  return toCanvas(frame, [0.5 + (x + (mask.x ?? 0)) / size[0], 0.5 + (y + (mask.y ?? 0)) / size[1]]);
}

/** Converts a canvas point to mask pixels relative to the mask's centre. */
export function canvasToMask({ frame, size }: MaskPlace, mask: Mask, point: Point): Point {
  const [u, v] = toBox(frame, point);
  const own: Point = [(u - 0.5) * size[0] - (mask.x ?? 0), (v - 0.5) * size[1] - (mask.y ?? 0)];
  return turned(own, -(mask.rotation ?? 0));
}

/** Returns the width and height of a mask in pixels: its own, or the default size of its shape. */
export function maskSize({ shape, width, height }: Mask, [boxWidth, boxHeight]: MaskPlace['size']): Point {
  if (shape === 'rectangle' || shape === 'rounded-rectangle' || shape === 'ellipse')
    return [width ?? boxWidth, height ?? boxHeight];
  const side = Math.min(boxWidth, boxHeight);
  return [width ?? height ?? side, height ?? width ?? side];
}

/** Position of a handle on the box around a mask: -1 is left or top, 0 the middle, 1 right or bottom. */
export type Grip = readonly [across: -1 | 0 | 1, down: -1 | 0 | 1];

/** Positions of the eight handles, clockwise from the top left. */
export const GRIPS: readonly Grip[] = [
  ...([
    [-1, -1],
    [0, -1],
    [1, -1],
    [1, 0],
  ] as const),
  ...([
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
  ] as const),
];

/** Minimum width and height of a mask that is resized by a handle, in pixels. */
const LEAST = 4;

/** Returns the mask after one of its handles was dragged to the canvas point `to`. The opposite side stays in place. */
export function resizedMask(place: MaskPlace, mask: Mask, [across, down]: Grip, to: Point): Mask {
  const [width, height] = maskSize(mask, place.size);
  const [x, y] = canvasToMask(place, mask, to);
  const [nextWidth, shiftX] = along(width, across, x);
  const [nextHeight, shiftY] = along(height, down, y);
  return {
    ...movedMask(mask, turned([shiftX, shiftY], mask.rotation ?? 0)),
    ...{ width: tidy(nextWidth), height: tidy(nextHeight) },
  };
}

function along(side: number, grip: -1 | 0 | 1, at: number): [side: number, shift: number] {
  if (grip === 0) return [side, 0];
  const next = Math.max(LEAST, side / 2 + at * grip);
  return [next, ((next - side) / 2) * grip];
}

/** Returns the mask moved by a vector in pixels of its unscaled clip box. */
export function movedMask(mask: Mask, [x, y]: Point): Mask {
  return { ...mask, x: tidy((mask.x ?? 0) + x), y: tidy((mask.y ?? 0) + y) };
}

/** Returns the vector between two canvas points in pixels of the unscaled clip box. */
export function inBox({ frame, size }: MaskPlace, from: Point, to: Point): Point {
  const [u, v] = between(toBox(frame, from), toBox(frame, to));
  return [u * size[0], v * size[1]];
}

/** Rounds to a tenth of a pixel, so that displayed and stored values are equal. */
export function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Command of an SVG path in absolute coordinates. `points` contains the control points, and the end point last. */
export interface PathStep {
  kind: 'M' | 'L' | 'Q' | 'C' | 'Z';
  points: readonly Point[];
}

/** Number of arguments of each path command. Arcs are left out, because they have no points to drag. */
const COUNTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, Q: 4, T: 2, C: 6, S: 4, Z: 0 };

/** Parses SVG path data into absolute steps. Returns null when it contains arcs or is invalid. */
export function pathSteps(d: string): PathStep[] | null {
  const steps: PathStep[] = [];
  let at: Point = [0, 0];
  let begun: Point = [0, 0];
  for (const [, letter = '', text = ''] of d.matchAll(/([a-z])([^a-z]*(?:e[-+]?\d[^a-z]*)*)/gi)) {
    const numbers = (text.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
    const count = COUNTS[letter.toUpperCase()];
    if (count === undefined || (count > 0 && (numbers.length === 0 || numbers.length % count !== 0))) return null;
    const isRelative = letter !== letter.toUpperCase();
    for (let from = 0; from === 0 || from < numbers.length; from += Math.max(1, count)) {
      const step = stepOf(letter.toUpperCase(), numbers.slice(from, from + count), at, isRelative, steps.at(-1));
      // Further pairs after a move are lines.
      steps.push(step.kind === 'M' && from > 0 ? { ...step, kind: 'L' } : step);
      at = step.kind === 'Z' ? begun : (step.points.at(-1) ?? at);
      if (step.kind === 'M' && from === 0) begun = at;
    }
  }
  return steps.length > 0 && steps[0]?.kind === 'M' ? steps : null;
}

function stepOf(
  letter: string,
  numbers: readonly number[],
  at: Point,
  isRelative: boolean,
  before: PathStep | undefined,
): PathStep {
  const [ox, oy] = isRelative ? at : [0, 0];
  const points: Point[] = [];
  for (let index = 0; index + 1 < numbers.length; index += 2)
    points.push([(numbers[index] ?? 0) + ox, (numbers[index + 1] ?? 0) + oy]);
  const [first = 0] = numbers;
  switch (letter) {
    case 'H':
      return { kind: 'L', points: [[first + ox, at[1]]] };
    case 'V':
      return { kind: 'L', points: [[at[0], first + oy]] };
    case 'S':
      return { kind: 'C', points: [mirrored(before, 'C', at), ...points] };
    case 'T':
      return { kind: 'Q', points: [mirrored(before, 'Q', at), ...points] };
    case 'Z':
      return { kind: 'Z', points: [] };
    default:
      return { kind: letter as 'M', points };
  }
}

/**
 * Returns the reflection of the previous curve's last control point about its end point (for `S` and `T`). Returns the
 * end point when the previous command is no such curve.
 */
function mirrored(before: PathStep | undefined, kind: 'C' | 'Q', [x, y]: Point): Point {
  const pull = before?.kind === kind ? before.points.at(-2) : undefined;
  return pull ? [2 * x - pull[0], 2 * y - pull[1]] : [x, y];
}

/** Formats steps as SVG path data, rounded to a tenth of a pixel. */
export function pathData(steps: readonly PathStep[]): string {
  const short = (value: number) => String(Math.round(value * 10) / 10);
  return steps.map(({ kind, points }) => kind + points.map(([x, y]) => `${short(x)} ${short(y)}`).join(' ')).join(' ');
}

/** Mask shapes that can be created on the canvas. */
export const NEW_MASKS = ['rectangle', 'ellipse', 'polygon', 'path'] as const;

/** Returns an initial mask of a shape that covers the middle three quarters of a clip's box (in pixels). */
export function newMask(shape: (typeof NEW_MASKS)[number], [boxWidth, boxHeight]: readonly [number, number]): Mask {
  const [width, height] = [tidy(boxWidth * 0.75), tidy(boxHeight * 0.75)];
  if (shape === 'rectangle' || shape === 'ellipse') return { shape, width, height };
  const [x, y] = [tidy(width / 2), tidy(height / 2)];
  if (shape === 'polygon') {
    return {
      shape,
      points: [
        [0, -y],
        [x, y],
        [-x, y],
      ],
    };
  }
  // A leaf shape: two curves between its ends, each with one control point.
  return { shape, d: `M${-x} 0 Q0 ${-2 * y} ${x} 0 Q0 ${2 * y} ${-x} 0 Z` };
}
