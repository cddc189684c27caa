/** Whether a database can store a text: NUL characters and half surrogate pairs it cannot. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** What is wrong with a text that cannot be stored, in a sentence. */
export function unstorable(text: string): string {
  return `The string ${JSON.stringify(text.slice(0, 40))} holds a NUL character or half a surrogate pair. Remove it.`;
}

/** Deeper than anything that a schema allows. */
const DEEPEST = 32;

/** The first text in a JSON value, keys included, that cannot be stored; null when there is none in its first 32 levels. */
export function findUnstorable(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : value;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorable(inner, depth + 1) : key;
    if (found !== null) return found;
  }
  return null;
}
