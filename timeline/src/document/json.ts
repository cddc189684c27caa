/** Whether a value is a JSON object: neither an array nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Estimates the length of `value` as JSON, with 6 characters for each number. Counting stops soon after `most`.
 * Documents share parts: a large clip that was duplicated thousands of times is small in memory, but would be gigabytes
 * of JSON. 4 ms for 10,000 clips.
 */
export function jsonSize(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 6;
  let size = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += 1 + jsonSize(item, most - size);
      if (size > most) return size;
    }
    return size;
  }
  for (const key of Object.keys(value)) {
    size += key.length + 4 + jsonSize(Reflect.get(value, key), most - size);
    if (size > most) return size;
  }
  return size;
}
