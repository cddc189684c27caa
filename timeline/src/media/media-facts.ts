import type { Static } from '#typebox';
import type {
  AnimationFactsSchema,
  EncoderSetupSchema,
  FontFactsSchema,
  GroupFactsSchema,
  MediaFactsSchema,
  PacketFactsSchema,
  SeekFactsSchema,
} from './media-facts-schema.ts';

/** Metadata that a probe reads from a source. */
export type MediaFacts = Static<typeof MediaFactsSchema>;

/** Cost of seeking in a video. */
export type SeekFacts = Static<typeof SeekFactsSchema>;

/** Slots and warnings of an animation. */
export type AnimationFacts = Static<typeof AnimationFactsSchema>;

/** Metadata of a font file. */
export type FontFacts = Static<typeof FontFactsSchema>;

/** A video whose packets can be copied unchanged into an MP4 output. */
export type PacketFacts = Static<typeof PacketFactsSchema>;

/** Closed GOPs of a video. */
export type GroupFacts = Static<typeof GroupFactsSchema>;

/** Settings of an H.264 encoder with which new frames can share one track with the frames of an existing stream. */
export type EncoderSetup = Static<typeof EncoderSetupSchema>;

/** Looks up the metadata of a clip's `src`. Returns `null` when the account has no such media. */
export type MediaLookup = (src: string) => MediaFacts | null;

/** Time range of a source, in seconds of the source. `endSec` is after `startSec`. */
export interface Stretch {
  startSec: number;
  endSec: number;
}

/** Quiet time range of a source. */
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
   * Ranges whose level stays below -20 dBFS for at least 0.1 s. A range is split where its level changes by more than 3
   * dB, so that a caller with a lower threshold finds the quieter ranges.
   */
  silences: LevelStretch[];
  /** Ranges with speech. */
  speech: Stretch[];
  /** Loudness of the source; `null` for digital silence, which has none. */
  loudness: Loudness | null;
}

/**
 * Looks up the measurements of a clip's `src`. Returns `pending` if they are expected shortly, `null` if there will be
 * none.
 */
export type AnalysisLookup = (src: string) => MediaAnalysis | 'pending' | null;
