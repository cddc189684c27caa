import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { checked } from './change-clip.ts';
import { movedClip } from './moved-clip.ts';

/** The document with `parts` in the place of `clip`; with `rippleSec`, later clips of its track move by that much. */
export function replaceByParts(document: Document, clip: Clip, parts: readonly Clip[], rippleSec = 0): Document {
  const index = document.clips.indexOf(clip);
  const before = document.clips.slice(0, index);
  const after = document.clips.slice(index + 1);
  if (rippleSec === 0) return { ...document, clips: [...before, ...parts.map(checked), ...after] };
  const moved = (clips: readonly Clip[]) => shiftClips(clips, clip, rippleSec);
  return { ...document, clips: [...moved(before), ...parts.map(checked), ...moved(after)] };
}

/** Clips of the track of `clip` that start after it, moved by `bySec`: what ripple means. They keep their distances. */
function shiftClips(clips: readonly Clip[], clip: Clip, bySec: number): Clip[] {
  return clips.map((other) => {
    if (other.trackIndex !== clip.trackIndex || other.start <= clip.start) return other;
    return movedClip(other, other.start + bySec);
  });
}
