import { type Document, unseenInHtmlPreview } from '@framemill/timeline';
import { factsOf, type MediaRecord } from '../model/media.ts';

/**
 * Returns descriptions of the parts that the preview cannot show at a time, without duplicates. Each is the end of a
 * sentence, such as `effect glow exactly`.
 */
export function unseenNow(document: Document, timeSec: number, bySrc: ReadonlyMap<string, MediaRecord>): string[] {
  const hidden = new Set(document.tracks.filter(({ visible }) => !visible).map(({ id }) => id));
  const media = (src: string) => {
    const record = bySrc.get(src);
    return record ? factsOf(record) : null;
  };
  const now = document.clips.filter(
    ({ start, duration, trackIndex }) => timeSec >= start && timeSec < start + duration && !hidden.has(trackIndex),
  );
  return [...new Set(now.flatMap((clip) => unseenInHtmlPreview(clip, document, media)))];
}
