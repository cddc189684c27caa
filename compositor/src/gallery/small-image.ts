import { join } from 'node:path';

/** Width of the small images of effects and filters, in pixels. Their height is 108 pixels. */
export const smallWidth = 192;

/** Returns the path of the small image (WebP) of an effect or a filter. `family` is `effect` or `filter`. */
export function smallImagePath(family: string, name: string): string {
  return join(import.meta.dirname, 'small', `${family}-${name}.webp`);
}
