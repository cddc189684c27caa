import { type Placeholder, placeholdersOf } from './placeholder.ts';

/**
 * Returns the source of a variable when no value is given: its default, or '' without one. Any other text is returned
 * as it is.
 */
export function defaultSource(src: string): string {
  const variable = variableOf(src);
  return variable ? (variable.default ?? '').trim() : src;
}

/** Replaces a source: for a variable its default, otherwise the whole text. `name` must not contain braces. */
export function withDefaultSource(src: string, name: string): string {
  const variable = variableOf(src);
  return variable ? `{{${variable.name}|${name}}}` : name;
}

/** Returns the variable when it is the whole source, otherwise `null`. */
function variableOf(src: string): Placeholder | null {
  const [first] = placeholdersOf(src);
  return first?.start === 0 && first.end === src.length ? first : null;
}
