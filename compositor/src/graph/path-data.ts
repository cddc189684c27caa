import { apply, type Matrix } from './matrix.ts';

/**
 * Transforms SVG path data by `matrix`. The result has absolute M, L, C and Z commands; arcs and quadratic curves
 * become cubic curves. Everything after the first invalid token is left out, as SVG requires.
 */
export function transformPath(d: string, matrix: Matrix): string {
  const parts: string[] = [];
  const points = (numbers: readonly number[]) => {
    const mapped: string[] = [];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const { x, y } = apply(matrix, numbers[at] ?? 0, numbers[at + 1] ?? 0);
      mapped.push(`${short(x)} ${short(y)}`);
    }
    return mapped.join(' ');
  };
  for (const { command, numbers } of pathSegments(d)) parts.push(command + points(numbers));
  return parts.join('');
}

/**
 * Returns the outline of the area that path data fills, as path data. Each line and curve, including closing lines, is
 * a separate subpath.
 */
export function edgePath(d: string): string {
  const parts: string[] = [];
  let [place, start] = ['', ''];
  const close = () => {
    if (place !== start) parts.push(`M${place}L${start}`);
    place = start;
  };
  for (const { command, numbers } of pathSegments(d)) {
    if (command === 'M' || command === 'Z') close();
    const end = command === 'Z' ? start : numbers.slice(-2).join(' ');
    if (command === 'M') start = end;
    else if (command !== 'Z') parts.push(`M${place}${command}${numbers.join(' ')}`);
    place = end;
  }
  close();
  return parts.join('');
}

/** Segment of a path with absolute coordinates. Curves are cubic. */
interface PathSegment {
  command: 'M' | 'L' | 'C' | 'Z';
  numbers: number[];
}

interface Pen {
  x: number;
  y: number;
  startX: number;
  startY: number;
  /**
   * Last control point, with which a smooth curve command continues; null unless the last command was a curve of the
   * same degree.
   */
  control: { x: number; y: number; degree: 2 | 3 } | null;
}

const argumentsOf: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** Parses SVG path data. Everything after the first invalid token is left out, as SVG requires. */
export function pathSegments(d: string): PathSegment[] {
  const segments: PathSegment[] = [];
  const pen: Pen = { x: 0, y: 0, startX: 0, startY: 0, control: null };
  for (const [, letter = '', text = ''] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:[eE][-+]?\d+[^a-zA-Z]*)*)/g)) {
    const kind = letter.toLowerCase();
    const count = argumentsOf[kind];
    if (count === undefined) break;
    const numbers = numbersOf(text, kind === 'a');
    const relative = letter === kind;
    for (let at = 0; at === 0 || at + count <= numbers.length; at += Math.max(1, count)) {
      const given = numbers.slice(at, at + count);
      if (given.length < count) break;
      // Coordinate pairs after the first pair of a move are lines.
      segments.push(...segmentsOf(kind === 'm' && at > 0 ? 'l' : kind, given, relative, pen));
      if (count === 0) break;
    }
  }
  return segments;
}

function segmentsOf(kind: string, given: readonly number[], relative: boolean, pen: Pen): PathSegment[] {
  const [ox, oy] = relative ? [pen.x, pen.y] : [0, 0];
  const at = (index: number) => (given[index] ?? 0) + (index % 2 === 0 ? ox : oy);
  switch (kind) {
    case 'm':
      return [moveTo(pen, at(0), at(1))];
    case 'l':
      return [lineTo(pen, at(0), at(1))];
    case 'h':
      return [lineTo(pen, at(0), pen.y)];
    case 'v':
      return [lineTo(pen, pen.x, (given[0] ?? 0) + oy)];
    case 'c':
      return [curveTo(pen, [at(0), at(1), at(2), at(3), at(4), at(5)])];
    case 's': {
      const { x, y } = mirrored(pen, 3);
      return [curveTo(pen, [x, y, at(0), at(1), at(2), at(3)])];
    }
    case 'q':
      return [quadraticTo(pen, at(0), at(1), at(2), at(3))];
    case 't': {
      const { x, y } = mirrored(pen, 2);
      return [quadraticTo(pen, x, y, at(0), at(1))];
    }
    case 'a':
      return arcTo(pen, given, (given[5] ?? 0) + ox, (given[6] ?? 0) + oy);
    default:
      [pen.x, pen.y, pen.control] = [pen.startX, pen.startY, null];
      return [{ command: 'Z', numbers: [] }];
  }
}

function moveTo(pen: Pen, x: number, y: number): PathSegment {
  [pen.x, pen.y, pen.startX, pen.startY, pen.control] = [x, y, x, y, null];
  return { command: 'M', numbers: [x, y] };
}

function lineTo(pen: Pen, x: number, y: number): PathSegment {
  [pen.x, pen.y, pen.control] = [x, y, null];
  return { command: 'L', numbers: [x, y] };
}

function curveTo(pen: Pen, numbers: [number, number, number, number, number, number]): PathSegment {
  pen.control = { x: numbers[2], y: numbers[3], degree: 3 };
  [pen.x, pen.y] = [numbers[4], numbers[5]];
  return { command: 'C', numbers };
}

function quadraticTo(pen: Pen, cx: number, cy: number, x: number, y: number): PathSegment {
  const toward = (from: number, control: number) => from + ((control - from) * 2) / 3;
  const numbers = [toward(pen.x, cx), toward(pen.y, cy), toward(x, cx), toward(y, cy), x, y];
  [pen.x, pen.y, pen.control] = [x, y, { x: cx, y: cy, degree: 2 }];
  return { command: 'C', numbers };
}

function mirrored({ x, y, control }: Pen, degree: 2 | 3): { x: number; y: number } {
  return control?.degree === degree ? { x: 2 * x - control.x, y: 2 * y - control.y } : { x, y };
}

// Converts end points to a centre as in SVG 2, appendix B.2.4. Each cubic curve covers at most a quarter turn.
function arcTo(pen: Pen, given: readonly number[], x: number, y: number): PathSegment[] {
  const [rawX = 0, rawY = 0, degrees = 0, large = 0, sweep = 0] = given;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [halfX, halfY] = [(pen.x - x) / 2, (pen.y - y) / 2];
  const [px, py] = [cos * halfX + sin * halfY, -sin * halfX + cos * halfY];
  let [rx, ry] = [Math.abs(rawX), Math.abs(rawY)];
  if (rx === 0 || ry === 0) return [lineTo(pen, x, y)];
  if (px === 0 && py === 0) return [];
  const stretch = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2));
  [rx, ry] = [rx * stretch, ry * stretch];
  const ratio = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1;
  const factor = Math.sqrt(Math.max(0, ratio)) * (Boolean(large) === Boolean(sweep) ? -1 : 1);
  const [qx, qy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx];
  const [centreX, centreY] = [cos * qx - sin * qy + (pen.x + x) / 2, sin * qx + cos * qy + (pen.y + y) / 2];
  const first = Math.atan2((py - qy) / ry, (px - qx) / rx);
  let turn = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - first;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  const count = Math.max(1, Math.ceil(Math.abs(turn) / (Math.PI / 2) - 1e-9));
  const step = turn / count;
  const reach = (4 / 3) * Math.tan(step / 4);
  const place = (ux: number, uy: number): [number, number] => [
    centreX + cos * rx * ux - sin * ry * uy,
    centreY + sin * rx * ux + cos * ry * uy,
  ];
  return Array.from({ length: count }, (_, index) => {
    const [a, b] = [first + index * step, first + (index + 1) * step];
    const one = place(Math.cos(a) - reach * Math.sin(a), Math.sin(a) + reach * Math.cos(a));
    const two = place(Math.cos(b) + reach * Math.sin(b), Math.sin(b) - reach * Math.cos(b));
    const end = index === count - 1 ? ([x, y] as const) : place(Math.cos(b), Math.sin(b));
    const segment = curveTo(pen, [...one, ...two, end[0], end[1]]);
    pen.control = null;
    return segment;
  });
}

// Flags of arcs may have no separators: "1 01 5" is 1 0 1 5.
function numbersOf(text: string, isArc: boolean): number[] {
  const numbers: number[] = [];
  const pattern = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
  let at = 0;
  while (at < text.length) {
    if (/[\s,]/.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const place = numbers.length % 7;
    if (isArc && (place === 3 || place === 4) && (text[at] === '0' || text[at] === '1')) {
      numbers.push(text[at] === '1' ? 1 : 0);
      at += 1;
      continue;
    }
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) break;
    numbers.push(Number(match[0]));
    at = pattern.lastIndex;
  }
  return numbers;
}

// A 1024th of a pixel: finer than any coverage, and short enough to compare from frame to frame.
function short(value: number): number {
  return Math.round(value * 1024) / 1024 + 0;
}
