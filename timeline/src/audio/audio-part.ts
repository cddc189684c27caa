import type { AudioEffect } from '../document/audio.ts';
import type { FadeCurve } from '../vocabulary/index.ts';

/** A point of a piecewise linear envelope. `atSample` counts from the start of the part, at 48 kHz. */
export interface EnvelopePoint {
  atSample: number;
  value: number;
}

/** A point of a speed ramp: at `atSample` of the part the source is at `sourceSec`, in a loop counted on past its ends; linear in between. */
export interface TimeMapPoint {
  atSample: number;
  sourceSec: number;
}

/** How a part gives way while others are heard. */
export interface PartDuck {
  /** The parts that lower it: their places in `AudioPlan.parts`, in order, never its own. */
  sources: number[];
  /** Change of level, 0 or less. Decibels. */
  amountDb: number;
  /** Times to go down and to come back. Seconds. */
  attackSec: number;
  releaseSec: number;
}

/** The loudness that a part is brought to before its volume. */
export interface PartLoudness {
  /** Integrated loudness. LUFS. */
  targetLufs: number;
  /** Highest true peak. dBTP. */
  truePeakDb: number;
}

/** One clip's sound in the mix. Samples are at 48 kHz; boundaries were rounded once. */
export interface AudioPart {
  clipId: string;
  src: string;
  /** Place in the timeline. */
  startSample: number;
  lengthSamples: number;
  /** How many of them, at the end, follow the clip's own end: it goes on under the next clip of a transition. */
  handleSamples: number;
  /**
   * Earliest source time of the region that is heard. With `reverse` the region is played from its end to here; a reversed loop is here when the clip
   * itself ends, before the handle. Seconds.
   */
  sourceStartSec: number;
  /** Source seconds a timeline second; the average when `timeMap` has a ramp. */
  speed: number;
  preservePitch: boolean;
  /** Semitones. */
  pitch: number;
  reverse: boolean;
  /** True: at `loopEndSec` the source starts again at `sourceStartSec`. */
  loop: boolean;
  loopEndSec: number;
  /** How far into its loop the part begins or, reversed, ends. 0 without a loop. Seconds. */
  loopOffsetSec: number;
  /** Length of the source. Seconds. */
  mediaDurationSec: number;
  /** How long the fades are, and how much of them lies before the part's start or after its end: cut off. */
  fadeInSamples: number;
  fadeInCutSamples: number;
  fadeOutSamples: number;
  fadeOutCutSamples: number;
  fadeCurve: FadeCurve;
  /** Gain; never empty, starts at sample 0. Crossfades of transitions are in it. */
  volume: EnvelopePoint[];
  /** -1 left to 1 right; never empty, starts at sample 0. */
  pan: EnvelopePoint[];
  /** Empty when the speed is constant. */
  timeMap: TimeMapPoint[];
  chain: AudioEffect[];
  /** null also when none of the named clips is heard. */
  duck: PartDuck | null;
  loudness: PartLoudness | null;
}

/** What the mixer needs to mix the whole timeline. */
export interface AudioPlan {
  /** Length of the mix: exactly the length of the video. */
  totalSamples: number;
  parts: AudioPart[];
}
