import type { Marker } from '../document/document.ts';
import type { TrackType } from '../vocabulary/index.ts';

/** A timeline read from a file, before its sources are resolved. Times in seconds, from the start of the timeline. */
export interface ImportedTimeline {
  /** Tracks, bottom first. */
  tracks: ImportedTrack[];
  markers: Omit<Marker, 'id'>[];
  /** Descriptions of everything that was left out. */
  fixes: string[];
}

/** A track of another editor's file, converted to this document model. */
export interface ImportedTrack {
  type: TrackType;
  name: string;
  visible: boolean;
  muted: boolean;
  clips: ImportedClip[];
}

/** A clip of another editor's file, converted to this document model. Seconds. */
export interface ImportedClip {
  /** Location of the clip in the file, for messages. */
  where: string;
  name: string;
  /**
   * Names under which the source may be listed in a media map: URL, file, clip name, reel. Empty: the clip needs no
   * source.
   */
  sources: string[];
  start: number;
  duration: number;
  mediaStart: number;
  /**
   * Length in seconds of an hour of the source's timecode: 3,603.6 s at 23.976 fps. Infinity when times count from the
   * beginning of the source.
   */
  hourSec: number;
  mediaDuration: number | null;
  speed: number;
  reverse: boolean;
  freeze: boolean;
  transition: { type: string; duration: number; edge: 'in' | 'out'; stored: unknown } | null;
  /** Clip data that Framemill stored in the file, in more detail than the format supports. */
  stored: unknown;
}

/** A track with its markers. */
export type MarkedTrack = ImportedTrack & { markers: ImportedTimeline['markers'] };

/**
 * Trims a track to [start, start + duration), shifted to 0. Seconds.
 * Clips that extend beyond this range are cut, and lose a transition at the cut edge.
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
