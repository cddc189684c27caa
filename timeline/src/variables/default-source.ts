import { type Placeholder, placeholdersOf } from './placeholder.ts';

/** The source that a variable stands for where none is given: its default, '' without one; every other text as it is. */
export function defaultSource(src: string): string {
  const variable = variableOf(src);
  return variable ? (variable.default ?? '').trim() : src;
}

/** A source of another name: of a variable the default, of every other text all of it. `name` has no braces. */
export function withDefaultSource(src: string, name: string): string {
  const variable = variableOf(src);
  return variable ? `{{${variable.name}|${name}}}` : name;
}

/** The variable that a source is as a whole. */
function variableOf(src: string): Placeholder | null {
  const [first] = placeholdersOf(src);
  return first?.start === 0 && first.end === src.length ? first : null;
}
