/**
 * Returns the dotted paths at which two objects differ. Nested objects are compared field by field; an array counts as
 * one value.
 */
export function changedPaths(was: object, is: object): string[] {
  const [before, after] = [new Map(Object.entries(was)), new Map(Object.entries(is))];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [a, b] = [before.get(key), after.get(key)];
    if (isRecord(a) && isRecord(b)) return changedPaths(a, b).map((path) => `${key}.${path}`);
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [key];
  });
}

const isRecord = (value: unknown): value is object => {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
};
