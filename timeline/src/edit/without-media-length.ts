import type { Clip } from '../document/clip.ts';

/** A clip whose length is a number again, the one that it has: it lasts as long as its media no more. The clip itself when it did not. */
export function withoutMediaLength(clip: Clip): Clip {
  if (clip.durationFrom === undefined) return clip;
  const { durationFrom: _, ...numbered } = clip;
  return numbered;
}
