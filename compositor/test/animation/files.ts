import { join } from 'node:path';

/** Names of the animations in `files/`: 120x120, 30 frames a second, 2 s. */
export const animationNames = ['shapes', 'text', 'mask', 'precomp', 'slots'] as const;

/** Returns the path of an animation. */
export function animationFile(name: (typeof animationNames)[number]): string {
  return join(import.meta.dirname, 'files', `${name}.json`);
}
