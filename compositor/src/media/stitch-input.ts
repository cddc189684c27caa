import type { TextCue } from '@framemill/timeline/rendering';
import type { OutputProfile } from '../catalog.ts';

/** Texts that go into a film's file beside picture and sound, each by time and without overlap. Absent: none. */
export interface FilmTexts {
  /** A track of captions. */
  readonly captions?: readonly TextCue[];
  readonly chapters?: readonly TextCue[];
}

/** What `stitch` joins, and where to. */
export interface StitchInput {
  /** Paths of all segments in order, and how many frames each must hold. */
  segments: readonly string[];
  segmentFrames: readonly number[];
  /** The output's frame that the first segment begins with; default 0. */
  firstFrame?: number;
  /** Path of the mixed sound; null for none. */
  audio: string | null;
  profile: OutputProfile;
  texts?: FilmTexts;
  outPath: string;
  /** Of the entries of ZIP files, which need one: always the same, so that equal films are equal bytes. */
  entryDate?: Date;
  /** Called with the number of frames done so far, at least once a segment. */
  onProgress?: (done: number) => void;
}

/** Facts of a finished file. `sha256` is in hexadecimal. */
export interface StitchResult {
  sizeBytes: number;
  durationSec: number;
  sha256: string;
}
