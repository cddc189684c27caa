/** `{{name}}` or `{{name|default}}`. A default has no braces. */
const PLACEHOLDER = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_.-]{0,63})[ \t]*(?:\|([^{}]*))?\}\}/g;

/** A place in a text where the value of a variable goes. */
export interface Placeholder {
  readonly name: string;
  /** null: there is none, so the variable must be given. */
  readonly default: string | null;
  /** First UTF-16 unit, and the one after the last. */
  readonly start: number;
  readonly end: number;
}

/** All placeholders of a text, in order. */
export function placeholdersOf(text: string): Placeholder[] {
  if (!text.includes('{{')) return [];
  return [...text.matchAll(PLACEHOLDER)].map((match) => ({
    name: match[1] ?? '',
    default: match[2] ?? null,
    start: match.index,
    end: match.index + match[0].length,
  }));
}
