import { isRecord } from '@framemill/timeline/rendering';

/** Object of a Lottie file, as JSON. */
export type LottieObject = Record<string, unknown>;

/**
 * Calls `visit` for each object and list inside `root`, and for `root` itself: outer ones first, in the order of the
 * file. `key` is the name under which a value is stored; the values of a list have the name of the list. `depth` counts
 * the objects and lists around it. Needs no stack, so that files of any depth can be walked.
 */
export function eachValue(root: unknown, visit: (value: object, key: string, depth: number) => void): void {
  const waiting: { value: unknown; key: string; depth: number }[] = [{ value: root, key: '', depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, key, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    visit(value, key, depth);
    const inner = Array.isArray(value) ? value.map((one) => [key, one] as const) : Object.entries(value);
    for (const [name, one] of inner.reverse()) {
      if (typeof one === 'object' && one !== null) waiting.push({ value: one, key: name, depth: depth + 1 });
    }
  }
}

/** Calls `visit` for each object inside `root`, and for `root` itself; see `eachValue`. */
export function eachObject(root: unknown, visit: (object: LottieObject, key: string) => void): void {
  eachValue(root, (value, key) => {
    if (isRecord(value)) visit(value, key);
  });
}

/** Returns the objects of a list; none when `value` is no list. */
export function objectsOf(value: unknown): LottieObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Returns the values that a property has: its only one, or those at the start and the end of each keyframe.
 * `undefined` when the property is no object.
 */
export function valuesOf(property: unknown): unknown[] | undefined {
  if (!isRecord(property)) return undefined;
  const { k } = property;
  if (!Array.isArray(k) || !k.some(isRecord)) return [k];
  return objectsOf(k).flatMap(({ s, e }) => [s, e].filter((value) => value !== undefined));
}

/** Returns the largest number that a property has at any of its keyframes; 0 when it has none. */
export function largestNumber(property: unknown): number {
  const numbers = (valuesOf(property) ?? [property]).flat().filter((value) => typeof value === 'number');
  return numbers.reduce((most, value) => Math.max(most, value), 0);
}

/** Text document of a text layer: its words, its font and its style. */
export interface TextDocument extends LottieObject {
  t: string;
  f: string;
}

/** Whether an object is the document of a text layer. */
export function isTextDocument(value: unknown): value is TextDocument {
  return isRecord(value) && typeof value.t === 'string' && typeof value.f === 'string';
}
