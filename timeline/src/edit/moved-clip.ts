import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { refuse } from '../errors/refuse.ts';

/**
 * A clip at another place of the timeline; before 0 s it starts at 0. Only the start is checked: ripples move thousands.
 * Throws when it would start later than there is time.
 */
export function movedClip(clip: Clip, startSec: number): Clip {
  if (startSec > LIMITS.seconds) {
    throw refuse(`start of clip "${clip.id}" must be ${LIMITS.seconds} or less (got ${startSec}). Move it less far.`);
  }
  return { ...clip, start: Math.max(0, startSec) };
}
