import type { Clip, Document } from '@framemill/timeline';
import type { ClipFilter, Selection } from './case-file.ts';

/** Returns the clips that a selection matches, ordered by start. */
export function selectClips(
  selection: Selection,
  { clips }: Pick<Document, 'clips'>,
  mediaName: (src: string) => string | null,
): Clip[] {
  const byStart = clips.toSorted((a, b) => a.start - b.start || a.trackIndex - b.trackIndex);
  if (selection === 'all') return byStart;
  const filters = [selection].flat();
  return byStart.filter((clip) => filters.some((filter) => fitting(filter, byStart, mediaName).includes(clip)));
}

function fitting(filter: ClipFilter, clips: Clip[], mediaName: (src: string) => string | null): Clip[] {
  const has = (value: string | null | undefined, part: string) => value?.toLowerCase().includes(part.toLowerCase());
  const all = clips.filter(
    (clip) =>
      (filter.id === undefined || clip.id === filter.id) &&
      (filter.type === undefined || clip.type === filter.type) &&
      (filter.track === undefined || clip.trackIndex === filter.track) &&
      (filter.caption === undefined || (clip.isCaption === true) === filter.caption) &&
      (filter.text === undefined || has(clip.textStyle?.content, filter.text)) &&
      (filter.name === undefined ||
        (clip.type !== 'text' && has(clip.name, filter.name)) ||
        has(mediaName(clip.src), filter.name)),
  );
  if (filter.nth === undefined) return all;
  const chosen = all.at(filter.nth > 0 ? filter.nth - 1 : filter.nth);
  return chosen === undefined ? [] : [chosen];
}
