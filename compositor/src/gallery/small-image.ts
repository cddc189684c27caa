import { join } from 'node:path';

/** Width of the small pictures; their height is 108. Pixels. */
export const smallWidth = 192;

/** The small picture of an effect or a filter: WebP. `family`: `effect` or `filter`. */
export function smallImagePath(family: string, name: string): string {
  return join(import.meta.dirname, 'small', `${family}-${name}.webp`);
}
