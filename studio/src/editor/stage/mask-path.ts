import type { Point } from './box-frame.ts';

/** Command of an outline in absolute coordinates, with its control points. The last point is its end point. */
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
