import type { TextCue } from '@framemill/timeline/rendering';
import type { OutputProfile } from '../plan/profile.ts';

/**
 * Captions and chapters that are muxed into a video file. Each list is sorted by time, without overlaps. Absent: none.
 */
export interface FilmTexts {
  /** Cues of a caption track. */
  readonly captions?: readonly TextCue[];
  readonly chapters?: readonly TextCue[];
}

/** Segments, audio and output path of a mux. */
export interface StitchInput {
  /** Paths of all segments in order. `segmentFrames` has the number of frames that each must contain. */
  segments: readonly string[];
  segmentFrames: readonly number[];
  /** Output frame number of the first segment's first frame; default 0. */
  firstFrame?: number;
  /** Path of the mixed audio; null for none. */
  audio: string | null;
  profile: OutputProfile;
  texts?: FilmTexts;
  outPath: string;
  /** Date of the entries of ZIP files. It is a constant, so that equal outputs have equal bytes. */
  entryDate?: Date;
  /** Called with the number of frames done so far, at least once for each segment. */
  onProgress?: (done: number) => void;
}

/** Properties of a finished output file. `sha256` is in hexadecimal. */
export interface StitchResult {
  sizeBytes: number;
  durationSec: number;
  sha256: string;
}
