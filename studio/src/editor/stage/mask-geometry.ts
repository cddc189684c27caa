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
