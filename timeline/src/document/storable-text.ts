/** Whether a database can store a text: it must not contain NUL characters or unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Makes a text storable: removes NUL characters, and replaces unpaired surrogates by the replacement character. */
export function storableText(text: string): string {
  return isStorable(text) ? text : text.replaceAll('\0', '').toWellFormed();
}

/** Returns the error message for a text that cannot be stored. */
export function unstorable(text: string): string {
  return `The string ${JSON.stringify(text.slice(0, 40))} contains a NUL character or a lone surrogate. Remove it.`;
}

/** Maximum depth of the search, which is deeper than any schema allows. */
const DEEPEST = 32;

/**
 * Finds the first text in a JSON value, including keys, that cannot be stored. `null` when its first 32 levels contain
 * none.
 */
export function findUnstorable(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : value;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorable(inner, depth + 1) : key;
    if (found !== null) return found;
  }
  return null;
}

/**
 * Returns the first `most` UTF-16 units of a text, or one less to avoid an unpaired surrogate, which databases cannot
 * store.
 */
export function shortened(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}
