/** A part of a source. Seconds of the source; `endSec` is after `startSec`. */
export interface Stretch {
  startSec: number;
  endSec: number;
}

/** A quiet part of a source. */
export interface LevelStretch extends Stretch {
  /** The loudest that it gets. dBFS, RMS over 50 ms. */
  levelDb: number;
}

/** How loud a source is as a whole (ITU-R BS.1770). */
export interface Loudness {
  /** LUFS. */
  integratedLufs: number;
  /** dBTP. */
  truePeakDb: number;
}

/** What was measured in the sound of a source. Lists are in order of time and do not overlap. */
export interface MediaAnalysis {
  /**
   * Everything that stays below -20 dBFS for 0.1 s or more. A stretch is split where its level changes by more than
   * 3 dB, so that whoever asks for a lower threshold finds the parts below it.
   */
  silences: LevelStretch[];
  /** Where somebody speaks. */
  speech: Stretch[];
  /** null: digital silence, which has no loudness. */
  loudness: Loudness | null;
}

/** Looks up what was measured in a clip's `src`. pending: it will be there shortly; null: it will not. */
export type AnalysisLookup = (src: string) => MediaAnalysis | 'pending' | null;
