import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { checked, movedClip } from './change-clip.ts';

/** Replaces `clip` by `parts`. Later clips of its track move by `rippleSec` seconds. */
export function replaceByParts(document: Document, clip: Clip, parts: readonly Clip[], rippleSec = 0): Document {
  const index = document.clips.indexOf(clip);
  const before = document.clips.slice(0, index);
  const after = document.clips.slice(index + 1);
  const moved = (clips: readonly Clip[]) => (rippleSec === 0 ? clips : shiftClips(clips, clip, rippleSec));
  const clips = [...moved(before), ...parts.map(checked), ...moved(after)];
  const partIds = parts.map(({ id }) => id);
  return { ...document, clips: duckUnderParts(clips, clip.id, partIds) };
}

/**
 * Moves the clips on the track of `clip` that start after it by `bySec` seconds (a ripple). Their distances stay the
 * same.
 */
function shiftClips(clips: readonly Clip[], clip: Clip, bySec: number): Clip[] {
  return clips.map((other) => {
    if (other.trackIndex !== clip.trackIndex || other.start <= clip.start) return other;
    return movedClip(other, other.start + bySec);
  });
}

/**
 * Updates ducking after a clip was cut: clips whose level is lowered by clip `id` are also lowered by its parts
 * `partIds`. `partIds` may include `id` itself.
 */
export function duckUnderParts(clips: readonly Clip[], id: string, partIds: readonly string[]): Clip[] {
  return clips.map((clip) => {
    if (!clip.duck?.sources.includes(id)) return clip;
    const added = partIds.filter((partId) => !clip.duck?.sources.includes(partId));
    if (added.length === 0) return clip;
    return { ...clip, duck: { ...clip.duck, sources: [...clip.duck.sources, ...added] } };
  });
}
