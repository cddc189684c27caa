import type { IconName } from '../../ui/icons.ts';
import type { MediaRecord } from '../model/media.ts';

/** Icons by media kind. */
export const KIND_ICONS: Record<string, IconName> = {
  video: 'film',
  image: 'image',
  audio: 'music',
  font: 'text',
  subtitle: 'message',
  lut: 'effect',
};

/** Filter of the media panel: a kind of media, or the files that the open project uses or does not use. */
export type MediaFilter = 'all' | 'used' | 'unused' | 'video' | 'image' | 'audio' | 'font' | 'subtitle' | 'lut';

/** Filters with their names, in menu order. */
export const MEDIA_FILTERS: readonly (readonly [MediaFilter, string])[] = [
  ['all', 'All files'],
  ['used', 'Used here'],
  ['unused', 'Not used here'],
  ['video', 'Videos'],
  ['image', 'Pictures'],
  ['audio', 'Sounds'],
  ['font', 'Fonts'],
  ['subtitle', 'Subtitles'],
  ['lut', 'Looks'],
];

/**
 * Returns the files that match the filter and whose name contains the search text. `isUsed` returns whether the open
 * project uses a file.
 */
export function mediaFound(
  media: readonly MediaRecord[],
  { filter, text }: { filter: MediaFilter; text: string },
  isUsed: (record: MediaRecord) => boolean,
): readonly MediaRecord[] {
  const wanted = text.trim().toLowerCase();
  return media.filter((record) => {
    if (!record.name.toLowerCase().includes(wanted)) return false;
    if (filter === 'all') return true;
    return filter === 'used' || filter === 'unused' ? isUsed(record) === (filter === 'used') : record.kind === filter;
  });
}

/** Whether a file can be a clip on the timeline: a ready video, image or audio file. */
export function isPlaceable({ status, kind }: Pick<MediaRecord, 'status' | 'kind'>): boolean {
  return status === 'READY' && (kind === 'video' || kind === 'image' || kind === 'audio');
}
