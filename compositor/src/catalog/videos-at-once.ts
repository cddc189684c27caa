import type { Document } from '@framemill/timeline';
import { clipSpan, FramemillError, rateOf } from '@framemill/timeline/rendering';
import type { MediaTable } from './sub-document.ts';

/**
 * Maximum number of videos in one frame. Each has a decoder of its own: at least 1.1 MB and 6 ms to open, and a file
 * descriptor, of which a process has 1,024 on many systems.
 */
export const MOST_VIDEOS_AT_ONCE = 800;

/**
 * Throws `invalid_request`, naming the first clip above the limit, when a frame of the document shows too many videos.
 */
export function requireVideosAtOnce(document: Document, media: MediaTable): void {
  const rate = rateOf(document.settings.fps);
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  const videos = document.clips.filter(
    (clip) => clip.type !== 'audio' && visible.has(clip.trackIndex) && media[clip.src]?.kind === 'video',
  );
  if (videos.length <= MOST_VIDEOS_AT_ONCE) return;
  const spans = videos.map((clip) => ({ clip, ...clipSpan(clip, rate) })).sort((a, b) => a.startFrame - b.startFrame);
  const ends = spans.map(({ endFrame }) => endFrame).sort((a, b) => a - b);
  let ended = 0;
  for (const [index, { clip, startFrame }] of spans.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= startFrame) ended += 1;
    if (index + 1 - ended > MOST_VIDEOS_AT_ONCE) throw tooManyVideos(clip.id);
  }
}

/** Creates the error of a frame that shows too many videos. */
export function tooManyVideos(clipId: string): FramemillError {
  return new FramemillError(
    'invalid_request',
    `clip "${clipId}" exceeds the limit of ${MOST_VIDEOS_AT_ONCE} videos in a frame. Remove clips at that time, or render some of them to one video first.`,
    { clipId, overBudget: true },
  );
}
