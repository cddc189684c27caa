import type { Clip } from '../document/clip.ts';

/** Clips that are lowered under the clip `id` are lowered under what it was cut into as well: `partIds` are new ids. */
export function duckUnderParts(clips: readonly Clip[], id: string, partIds: readonly string[]): Clip[] {
  return clips.map((clip) => {
    if (!clip.duck?.sources.includes(id)) return clip;
    const added = partIds.filter((partId) => !clip.duck?.sources.includes(partId));
    if (added.length === 0) return clip;
    return { ...clip, duck: { ...clip.duck, sources: [...clip.duck.sources, ...added] } };
  });
}
