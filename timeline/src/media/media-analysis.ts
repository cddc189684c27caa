/** A part of a source. Seconds of the source; `endSec` is after `startSec`. */
export interface Stretch {
  startSec: number;
  endSec: number;
}

/** A quiet part of a source. */
export interface LevelStretch extends Stretch {
  /** Maximum level. dBFS, RMS over 50 ms. */
  levelDb: number;
}

/** Loudness of a source as a whole (ITU-R BS.1770). */
export interface Loudness {
  /** Integrated loudness. LUFS. */
  integratedLufs: number;
  /** True peak. dBTP. */
  truePeakDb: number;
}

/** Measurements of a source's audio. Lists are in order of time and do not overlap. */
export interface MediaAnalysis {
  /**
   * Parts that stay below -20 dBFS for at least 0.1 s.
   * A part is split where its level changes by more than 3 dB, so that a caller with a lower threshold finds the
   * quieter parts.
   */
  silences: LevelStretch[];
  /** Parts with speech. */
  speech: Stretch[];
  /** Loudness of the source; `null` for digital silence, which has none. */
  loudness: Loudness | null;
}

/** Looks up the measurements of a clip's `src`. `pending`: they are expected shortly; `null`: there will be none. */
export type AnalysisLookup = (src: string) => MediaAnalysis | 'pending' | null;
