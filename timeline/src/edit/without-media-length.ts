import type { Clip } from '../document/clip.ts';

/**
 * Sets a clip's length to its current number of seconds, so that it no longer follows its media. Returns the clip
 * itself if it did not.
 */
export function withoutMediaLength(clip: Clip): Clip {
  if (clip.durationFrom === undefined) return clip;
  const { durationFrom: _, ...numbered } = clip;
  return numbered;
}
