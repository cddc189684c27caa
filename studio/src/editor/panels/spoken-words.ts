import type { Clip } from '@framemill/timeline';

/** Returns the captions of a video in the order of their times. */
export function captionsOf(clips: readonly Clip[]): Clip[] {
  return clips.filter(({ isCaption }) => isCaption).toSorted((a, b) => a.start - b.start);
}

/** Word of a transcription, with times in seconds of the file. */
export interface SpokenWord {
  text: string;
  start: number;
  end: number;
}

/** Word that a clip plays, with times in seconds of the timeline. */
export interface AudibleWord extends SpokenWord {
  /** Index in the transcription. */
  index: number;
  isFiller: boolean;
}

const FILLERS = new Set(['uh', 'um', 'uhm', 'er', 'erm', 'ah', 'hm', 'hmm', 'mm', 'äh', 'ähm']);

/**
 * Returns the words that a clip plays, at their timeline positions. Reversed, frozen and speed-ramped clips have none.
 */
export function audibleWords(words: readonly SpokenWord[], clip: Clip): AudibleWord[] {
  if (clip.reverse || clip.freezeAt !== null || (clip.kfSpeed?.length ?? 0) > 0) return [];
  const toSec = clip.mediaStart + clip.duration * clip.speed;
  const placed = (sec: number) => clip.start + (sec - clip.mediaStart) / clip.speed;
  return words.flatMap(({ text, start, end }, index) => {
    if (end <= clip.mediaStart || start >= toSec) return [];
    const isFiller = FILLERS.has(text.toLowerCase().replaceAll(/[^\p{L}]/gu, ''));
    return [
      {
        index,
        text,
        start: Math.max(clip.start, placed(start)),
        end: Math.min(clip.start + clip.duration, placed(end)),
        isFiller,
      },
    ];
  });
}

/**
 * Returns the timeline ranges of chosen words. Adjacent words form one range, so that a cut leaves no silent gap
 * between them.
 */
export function rangesOfWords(
  words: readonly AudibleWord[],
  chosen: ReadonlySet<number>,
): { start: number; end: number }[] {
  const ranges: { start: number; end: number; last: number }[] = [];
  for (const [place, word] of words.entries()) {
    if (!chosen.has(word.index)) continue;
    const before = ranges.at(-1);
    if (before && before.last === place - 1) {
      before.end = word.end;
      before.last = place;
    } else ranges.push({ start: word.start, end: word.end, last: place });
  }
  return ranges.map(({ start, end }) => ({ start, end }));
}

/** Formats the captions of a project as SubRip text. */
export function captionsAsSrt(clips: readonly Clip[]): string {
  const captions = clips
    .filter(({ isCaption, textStyle }) => isCaption && textStyle)
    .toSorted((a, b) => a.start - b.start);
  return captions
    .map(
      ({ start, duration, textStyle }, index) =>
        `${index + 1}\n${srtTime(start)} --> ${srtTime(start + duration)}\n${textStyle?.content ?? ''}\n`,
    )
    .join('\n');
}

function srtTime(seconds: number): string {
  const ms = Math.round(seconds * 1_000);
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')},${String(ms % 1_000).padStart(3, '0')}`;
}
