import { type Format, formatFacts } from './formats.ts';

/** How captions are stored in the files of a container. */
export type CaptionCoding = 'mov_text' | 'webvtt';

const captionCodings: Readonly<Record<string, CaptionCoding>> = { mp4: 'mov_text', mov: 'mov_text', webm: 'webvtt' };
const chapterContainers = ['mp4', 'mov', 'webm'];

/** The coding of a format's track of captions; null: its files hold none. */
export function captionCoding(format: Format): CaptionCoding | null {
  const { assembly, muxer } = formatFacts(format);
  return assembly === 'film' ? (captionCodings[muxer ?? ''] ?? null) : null;
}

/** Whether a format's files hold chapters. */
export function holdsChapters(format: Format): boolean {
  const { assembly, muxer } = formatFacts(format);
  return assembly === 'film' && chapterContainers.includes(muxer ?? '');
}
