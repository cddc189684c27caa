import type { Mask } from '@framemill/timeline';
import { type BoxFrame, between, type Point, toBox, toCanvas, turned } from './box-frame.ts';

/** Where a mask lies: its clip's box on the canvas, and that box before it is scaled (pixels). */
export interface MaskPlace {
  frame: BoxFrame;
  size: readonly [number, number];
}

/** A place of a mask, in its own pixels from its middle, on the canvas. */
export function maskToCanvas({ frame, size }: MaskPlace, mask: Mask, point: Point): Point {
  const [x, y] = turned(point, mask.rotation ?? 0);
  return toCanvas(frame, [0.5 + (x + (mask.x ?? 0)) / size[0], 0.5 + (y + (mask.y ?? 0)) / size[1]]);
}

/** A place of the canvas in a mask's own pixels from its middle. */
export function canvasToMask({ frame, size }: MaskPlace, mask: Mask, point: Point): Point {
  const [u, v] = toBox(frame, point);
  const own: Point = [(u - 0.5) * size[0] - (mask.x ?? 0), (v - 0.5) * size[1] - (mask.y ?? 0)];
  return turned(own, -(mask.rotation ?? 0));
}

/** Width and height of a mask: what it says, or what the shape takes when it says nothing. */
export function maskSize({ shape, width, height }: Mask, [boxWidth, boxHeight]: MaskPlace['size']): Point {
  if (shape === 'rectangle' || shape === 'rounded-rectangle' || shape === 'ellipse')
    return [width ?? boxWidth, height ?? boxHeight];
  const side = Math.min(boxWidth, boxHeight);
  return [width ?? height ?? side, height ?? width ?? side];
}

/** Where a handle of the box around a mask is: -1, 0 or 1 across and down. */
export type Grip = readonly [across: -1 | 0 | 1, down: -1 | 0 | 1];

/** The eight handles. */
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

/** Smallest side that a handle makes, in pixels. */
const LEAST = 4;

/** A mask after one of its handles was dragged to `to` (canvas): the opposite side stays where it is. */
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

/** A mask moved by a vector in pixels of its clip's box. */
export function movedMask(mask: Mask, [x, y]: Point): Mask {
  return { ...mask, x: tidy((mask.x ?? 0) + x), y: tidy((mask.y ?? 0) + y) };
}

/** A vector of the canvas in pixels of the clip's box before it is scaled. */
export function inBox({ frame, size }: MaskPlace, from: Point, to: Point): Point {
  const [u, v] = between(toBox(frame, from), toBox(frame, to));
  return [u * size[0], v * size[1]];
}

/** To a tenth of a pixel: what is seen and what is stored are the same. */
export function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}
