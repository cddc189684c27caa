import type { Wanted } from './case-file.ts';

const TOLERANCE = 0.05;

/**
 * Whether a value meets the expectation of a case. `was` is the value before, for expectations that only say that it
 * changes.
 */
export function isAsWanted(is: unknown, wanted: Wanted, was: unknown, tolerance = TOLERANCE): boolean {
  if (Array.isArray(wanted)) return wanted.some((one) => isAsWanted(is, one, was, tolerance));
  if (wanted === null || wanted === 'absent') return is === undefined || is === null || isEmpty(is);
  if (wanted === 'present') return is !== undefined && is !== null && !isEmpty(is);
  if (wanted === 'changed') return JSON.stringify(is) !== JSON.stringify(was);
  if (wanted === 'more') return Number(is ?? 0) > Number(was ?? 0);
  if (wanted === 'less') return Number(is ?? 0) < Number(was ?? 0);
  if (typeof wanted === 'number') return typeof is === 'number' && Math.abs(is - wanted) <= tolerance;
  if (typeof wanted !== 'object') return is === wanted;
  return Object.entries(wanted).every(([rule, value]) => {
    const check = RULES[rule];
    if (check === undefined) throw new Error(`"${rule}" is no rule. Use ${Object.keys(RULES).join(', ')}.`);
    return check(is, value, was, tolerance);
  });
}

type Check = (is: unknown, value: Wanted, was: unknown, tolerance: number) => boolean;

const RULES: Record<string, Check> = {
  above: (is, value) => typeof is === 'number' && is > Number(value),
  below: (is, value) => typeof is === 'number' && is < Number(value),
  between: (is, value) => {
    const [from, to] = Array.isArray(value) ? value.map(Number) : [];
    return typeof is === 'number' && is >= (from ?? Number.NaN) && is <= (to ?? Number.NaN);
  },
  times: (is, value, was, tolerance) => Math.abs(Number(is) - Number(was) * Number(value)) <= tolerance,
  plus: (is, value, was, tolerance) => Math.abs(Number(is) - (Number(was) + Number(value))) <= tolerance,
  contains: (is, value) => typeof is === 'string' && is.toLowerCase().includes(String(value).toLowerCase()),
  matches: (is, value) => typeof is === 'string' && new RegExp(String(value), 'i').test(is),
};

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
