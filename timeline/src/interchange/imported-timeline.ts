import type { Marker } from '../document/marker.ts';
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
  /** Location in the file, for messages. */
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
   * Length of an hour of the source's timecode: 3,603.6 s at 23.976 fps. Infinity where times count from the source's
   * beginning.
   */
  hourSec: number;
  mediaDuration: number | null;
  speed: number;
  reverse: boolean;
  freeze: boolean;
  transition: { type: string; duration: number; edge: 'in' | 'out'; stored: unknown } | null;
  /** Clip data that this service stored in the file, with more detail than the format supports. */
  stored: unknown;
}
