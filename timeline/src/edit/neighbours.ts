import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { rateOf } from '../time/rate.ts';

/** Previous and next clip on a clip's track, and whether they touch it (at most one frame apart). */
export interface Neighbours {
  before: Clip | null;
  after: Clip | null;
  touchesBefore: boolean;
  touchesAfter: boolean;
}

/** Finds the neighbours of a clip on its track. */
export function neighboursOf(document: Document, clip: Clip): Neighbours {
  let before: Clip | null = null;
  let after: Clip | null = null;
  for (const other of document.clips) {
    if (other.trackIndex !== clip.trackIndex || other === clip) continue;
    if (other.start < clip.start) before = !before || other.start > before.start ? other : before;
    else after = !after || other.start < after.start ? other : after;
  }
  const { num, den } = rateOf(document.settings.fps);
  const frameSec = den / num + 1e-6;
  return {
    before,
    after,
    touchesBefore: before !== null && clip.start - (before.start + before.duration) <= frameSec,
    touchesAfter: after !== null && after.start - (clip.start + clip.duration) <= frameSec,
  };
}
