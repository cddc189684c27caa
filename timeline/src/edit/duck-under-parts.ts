import type { Clip } from '../document/clip.ts';

/**
 * Adds the parts of a clip to the ducking sources of all clips that are lowered under clip `id`. `partIds` may include
 * `id` itself.
 */
export function duckUnderParts(clips: readonly Clip[], id: string, partIds: readonly string[]): Clip[] {
  return clips.map((clip) => {
    if (!clip.duck?.sources.includes(id)) return clip;
    const added = partIds.filter((partId) => !clip.duck?.sources.includes(partId));
    if (added.length === 0) return clip;
    return { ...clip, duck: { ...clip.duck, sources: [...clip.duck.sources, ...added] } };
  });
}
