import type { ImportedClip, ImportedTimeline, ImportedTrack } from './imported-timeline.ts';

/** A track with its markers. */
export type MarkedTrack = ImportedTrack & { markers: ImportedTimeline['markers'] };

/**
 * Trims a track to [start, start + duration), shifted to 0. Seconds.
 * Clips at its edges are cut, and lose a transition at the cut edge.
 */
export function trimTrack(track: MarkedTrack, { start, duration }: { start: number; duration: number }): MarkedTrack {
  const end = start + duration;
  return {
    ...track,
    clips: track.clips
      .filter((clip) => clip.start < end && clip.start + clip.duration > start)
      .map((clip) => trimClip(clip, Math.max(0, start - clip.start), Math.max(0, clip.start + clip.duration - end)))
      .map((clip) => ({ ...clip, start: clip.start - start })),
    markers: trimMarkers(track.markers, { start, duration }),
  };
}

/** Returns the markers in [start, start + duration), shifted to 0. Seconds. */
export function trimMarkers(
  markers: ImportedTimeline['markers'],
  { start, duration }: { start: number; duration: number },
): ImportedTimeline['markers'] {
  return markers
    .filter(({ time }) => time >= start && time < start + duration)
    .map((marker) => ({ ...marker, time: marker.time - start }));
}

/**
 * Removes the first `head` and last `tail` timeline seconds of a clip. Reversed, the end of the clip shows the
 * beginning of the media.
 */
function trimClip(clip: ImportedClip, head: number, tail: number): ImportedClip {
  const passed = clip.freeze ? 0 : (clip.reverse ? tail : head) * clip.speed;
  const isCut = clip.transition?.edge === 'out' ? tail > 0 : head > 0;
  return {
    ...clip,
    start: clip.start + head,
    duration: clip.duration - head - tail,
    mediaStart: clip.mediaStart + passed,
    transition: isCut ? null : clip.transition,
  };
}
