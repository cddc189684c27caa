import { type Format, formatFacts } from './formats.ts';

/** Coding of captions inside a container. */
export type CaptionCoding = 'mov_text' | 'webvtt';

const captionCodings: Readonly<Record<string, CaptionCoding>> = { mp4: 'mov_text', mov: 'mov_text', webm: 'webvtt' };
const chapterContainers = ['mp4', 'mov', 'webm'];

/** Returns the coding of a format's caption track; null when files of the format cannot contain one. */
export function captionCoding(format: Format): CaptionCoding | null {
  const { assembly, muxer } = formatFacts(format);
  return assembly === 'film' ? (captionCodings[muxer ?? ''] ?? null) : null;
}

/** Whether a format's files can contain chapters. */
export function holdsChapters(format: Format): boolean {
  const { assembly, muxer } = formatFacts(format);
  return assembly === 'film' && chapterContainers.includes(muxer ?? '');
}
