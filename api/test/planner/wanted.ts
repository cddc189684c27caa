import { parseColor } from '@framemill/timeline';
import type { Hue, Wanted } from './message-case.ts';

/** Returns the value at a dotted path; undefined when there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => {
    return typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(key) : undefined;
  }, value);
}

/** Whether a value is as expected. For a list, a range applies to its length. */
export function isWanted(is: unknown, wanted: Wanted | undefined, was: unknown): boolean {
  if (wanted === 'CHANGED') return JSON.stringify(is) !== JSON.stringify(was);
  if (wanted === 'PRESENT') return is !== undefined && is !== null && !(Array.isArray(is) && is.length === 0);
  if (wanted === 'ABSENT') return is === undefined || is === null;
  if (wanted instanceof RegExp) return typeof is === 'string' && wanted.test(is);
  if (typeof wanted === 'number') return typeof is === 'number' && Math.abs(is - wanted) <= 0.05;
  if (typeof wanted !== 'object' || wanted === null) return is === wanted;
  if ('hue' in wanted) return typeof is === 'string' && hueOf(is) === wanted.hue;
  const size = Array.isArray(is) ? is.length : (is ?? ('below' in wanted ? 0 : undefined));
  if (typeof size !== 'number') return false;
  if ('above' in wanted) return size > wanted.above;
  if ('below' in wanted) return size < wanted.below;
  return size >= wanted.between[0] && size <= wanted.between[1];
}

/** Upper limit of each hue in degrees, in ascending order. */
const NAMES: [number, Hue][] = [
  [18, 'red'],
  [42, 'orange'],
  [70, 'yellow'],
  [170, 'green'],
  [255, 'blue'],
  [295, 'purple'],
  [342, 'pink'],
  [360, 'red'],
];

function hueOf(color: string): Hue | undefined {
  const { r, g, b } = parseColor(color);
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (max - min < 30) return max > 220 ? 'white' : max < 40 ? 'black' : undefined;
  const sector = max === r ? (g - b) / (max - min) : max === g ? 2 + (b - r) / (max - min) : 4 + (r - g) / (max - min);
  const degrees = (sector * 60 + 360) % 360;
  return NAMES.find(([to]) => degrees < to)?.[1];
}
