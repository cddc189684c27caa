import { placeholdersOf } from './placeholder.ts';

/** The source that a variable stands for where none is given: its default, '' without one; every other text as it is. */
export function defaultSource(src: string): string {
  const [first] = placeholdersOf(src);
  return first?.start === 0 && first.end === src.length ? (first.default ?? '').trim() : src;
}
