import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { refuse } from '../errors/refuse.ts';

/**
 * Moves a clip to another start, at least 0. Only the start is checked, because ripples move thousands of clips.
 * Throws `invalid_request` when the start is above the maximum time.
 */
export function movedClip(clip: Clip, startSec: number): Clip {
  if (startSec > LIMITS.seconds) {
    throw refuse(`start of clip "${clip.id}" must be ${LIMITS.seconds} or less (got ${startSec}). Move it less far.`);
  }
  return { ...clip, start: Math.max(0, startSec) };
}
