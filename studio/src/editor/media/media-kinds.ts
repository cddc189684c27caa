import type { IconName } from '../../ui/icons.ts';
import type { MediaRecord } from '../model/media.ts';

/** Icons of kinds of media. */
export const KIND_ICONS: Record<string, IconName> = {
  video: 'film',
  image: 'image',
  audio: 'music',
  font: 'text',
  subtitle: 'message',
  lut: 'effect',
};

/** Which files a panel lists: a kind, or those that the open project uses or does not. */
export type MediaFilter = 'all' | 'used' | 'unused' | 'video' | 'image' | 'audio' | 'font' | 'subtitle' | 'lut';

/** The filters with their names, in the order of the menu. */
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

/** The files that a filter and a search leave. `isUsed` tells whether the open project uses one. */
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

/** Whether a file can stand on the timeline by itself. */
export function isPlaceable({ status, kind }: Pick<MediaRecord, 'status' | 'kind'>): boolean {
  return status === 'READY' && (kind === 'video' || kind === 'image' || kind === 'audio');
}
