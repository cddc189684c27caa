/** Pattern of a placeholder: `{{name}}` or `{{name|default}}`. A default contains no braces. */
const PLACEHOLDER = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_.-]{0,63})[ \t]*(?:\|([^{}]*))?\}\}/g;

/** A position in a text that takes the value of a variable. */
export interface Placeholder {
  readonly name: string;
  /** Default value; `null`: there is none, so that a value is required. */
  readonly default: string | null;
  /** Index of the first UTF-16 unit, and of the one after the last. */
  readonly start: number;
  readonly end: number;
}

/** Returns all placeholders of a text, in order. */
export function placeholdersOf(text: string): Placeholder[] {
  if (!text.includes('{{')) return [];
  return [...text.matchAll(PLACEHOLDER)].map((match) => ({
    name: match[1] ?? '',
    default: match[2] ?? null,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Returns the default of a source that is a variable, or '' if it has none. Any other source is returned as it is. */
export function defaultSource(src: string): string {
  const variable = variableOf(src);
  return variable ? (variable.default ?? '').trim() : src;
}

/**
 * Replaces a source by `name`. If the source is a variable, only its default is replaced. `name` must not contain
 * braces.
 */
export function withDefaultSource(src: string, name: string): string {
  const variable = variableOf(src);
  return variable ? `{{${variable.name}|${name}}}` : name;
}

/** Returns the variable when it is the whole source, otherwise `null`. */
function variableOf(src: string): Placeholder | null {
  const [first] = placeholdersOf(src);
  return first?.start === 0 && first.end === src.length ? first : null;
}
