import type { Marker } from '../document/marker.ts';
import type { TrackType } from '../vocabulary/index.ts';

/** A timeline read from a file, before its sources are looked up. Times in seconds, from the start of the timeline. */
export interface ImportedTimeline {
  /** Bottom first. */
  tracks: ImportedTrack[];
  markers: Omit<Marker, 'id'>[];
  /** What was left out, in words. */
  fixes: string[];
}

/** A track of another editor's file, in words of ours. */
export interface ImportedTrack {
  type: TrackType;
  name: string;
  visible: boolean;
  muted: boolean;
  clips: ImportedClip[];
}

/** A clip of another editor's file, in words of ours. Seconds. */
export interface ImportedClip {
  /** Where the file has it, for messages. */
  where: string;
  name: string;
  /** What the source may be called in a map of media: URL, file, clip name, reel. Empty: it needs none. */
  sources: string[];
  start: number;
  duration: number;
  mediaStart: number;
  /** How long an hour of the source's timecode lasts: 3,603.6 s at 23.976 fps; Infinity where times count from the source's beginning. */
  hourSec: number;
  mediaDuration: number | null;
  speed: number;
  reverse: boolean;
  freeze: boolean;
  transition: { type: string; duration: number; edge: 'in' | 'out'; stored: unknown } | null;
  /** The clip as this service wrote it; it says more than the format does. */
  stored: unknown;
}
