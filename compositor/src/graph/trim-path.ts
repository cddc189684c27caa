import { pathSegments } from './path-data.ts';

type Point = readonly [x: number, y: number];

/** Line or cubic curve of a path, from its first to its last point. */
interface Piece {
  readonly points: readonly Point[];
  readonly length: number;
  /** Whether the piece begins a subpath. */
  readonly isFirst: boolean;
}

/**
 * Returns the part of a path between two fractions (0-1) of its length, as path data. The length is the sum of all
 * subpaths, closing lines included. It is exact for lines; for curves, the error is about a thousandth.
 */
export function trimPath(d: string, from: number, to: number): string {
  const pieces = piecesOf(d);
  const total = pieces.reduce((sum, { length }) => sum + length, 0);
  const [start, end] = [from * total, to * total];
  const parts: string[] = [];
  let at = 0;
  let isOpen = false;
  for (const { points, length, isFirst } of pieces) {
    const first = Math.max(0, start - at);
    const last = Math.min(length, end - at);
    at += length;
    if (isFirst) isOpen = false;
    if (length === 0 || last <= first) {
      isOpen = false;
      continue;
    }
    const cut = between(points, fractionAt(points, first / length), fractionAt(points, last / length));
    if (!isOpen) parts.push(`M${cut[0]?.join(' ')}`);
    parts.push(`${cut.length === 2 ? 'L' : 'C'}${cut.slice(1).flat().join(' ')}`);
    isOpen = true;
  }
  return parts.join('');
}

function piecesOf(d: string): Piece[] {
  const pieces: Piece[] = [];
  let [place, start]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  let isFirst = true;
  for (const { command, numbers } of pathSegments(d)) {
    const points: Point[] = [];
    for (let at = 0; at + 1 < numbers.length; at += 2) points.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
    const end = command === 'Z' ? start : (points.at(-1) ?? place);
    if (command === 'M') {
      [start, isFirst] = [end, true];
    } else {
      const own = [place, ...(command === 'Z' ? [end] : points)];
      pieces.push({ points: own, length: lengthsOf(own).at(-1) ?? 0, isFirst });
      isFirst = false;
    }
    place = end;
  }
  return pieces;
}

const steps = 64;

/** Returns the length of a piece from its start to each of `steps` equal parts of its parameter. */
function lengthsOf(points: readonly Point[]): number[] {
  const count = points.length === 2 ? 1 : steps;
  const lengths = [0];
  let previous = pointAt(points, 0);
  for (let step = 1; step <= count; step++) {
    const next = pointAt(points, step / count);
    lengths.push((lengths.at(-1) ?? 0) + Math.hypot(next[0] - previous[0], next[1] - previous[1]));
    previous = next;
  }
  return lengths;
}

/** Returns the parameter (0-1) of the point at a fraction of a piece's length. */
function fractionAt(points: readonly Point[], share: number): number {
  if (share <= 0 || share >= 1 || points.length === 2) return Math.min(1, Math.max(0, share));
  const lengths = lengthsOf(points);
  const wanted = share * (lengths.at(-1) ?? 0);
  const step = lengths.findIndex((length) => length >= wanted);
  const [before, after] = [lengths[step - 1] ?? 0, lengths[step] ?? 0];
  return (step - 1 + (wanted - before) / (after - before || 1)) / (lengths.length - 1);
}

function pointAt(points: readonly Point[], t: number): Point {
  return split(points, t)[0].at(-1) ?? [0, 0];
}

function between(points: readonly Point[], from: number, to: number): Point[] {
  const [head] = split(points, to);
  return split(head, to === 0 ? 0 : from / to)[1];
}

/** Splits a line or curve at a parameter (0-1), by de Casteljau's algorithm. */
function split(points: readonly Point[], t: number): [Point[], Point[]] {
  const [head, tail]: [Point[], Point[]] = [[], []];
  for (let level = points; level.length > 0; level = middles(level, t)) {
    head.push(level[0] ?? [0, 0]);
    tail.unshift(level.at(-1) ?? [0, 0]);
  }
  return [head, tail];
}

function middles(points: readonly Point[], t: number): Point[] {
  return points.slice(1).map(([x, y], index): Point => {
    const [x0, y0] = points[index] ?? [0, 0];
    return [x0 + (x - x0) * t, y0 + (y - y0) * t];
  });
}
