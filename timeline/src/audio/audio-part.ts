import type { AudioEffect } from '../document/audio.ts';
import type { Clip } from '../document/clip.ts';
import type { FadeCurve } from '../vocabulary/index.ts';

/** Point of a piecewise linear envelope. `atSample` counts from the start of the clip's audio, at 48 kHz. */
export interface EnvelopePoint {
  atSample: number;
  value: number;
}

/**
 * Point of a speed ramp: the source time that plays at sample `atSample` of the clip's audio. Linear between points. In
 * a loop, `sourceSec` is not wrapped: it continues past the ends of the loop.
 */
export interface TimeMapPoint {
  atSample: number;
  sourceSec: number;
}

/** Ducking of a clip's audio: the level of the clip is lowered while the audio of other clips is audible. */
export interface PartDuck {
  /** Indices in `AudioPlan.parts` of the audio that causes the lowering, ascending. Never its own index. */
  sources: number[];
  /** Change of level while the audio is lowered. Decibels, 0 or less. */
  amountDb: number;
  /** Durations of lowering (`attackSec`) and of recovering (`releaseSec`). Seconds. */
  attackSec: number;
  releaseSec: number;
}

/** Loudness to which a clip's audio is normalized before its volume is applied. */
export interface PartLoudness {
  /** Integrated loudness. LUFS. */
  targetLufs: number;
  /** Highest true peak. dBTP. */
  truePeakDb: number;
}

/** Audio of one clip in the mix. Positions and lengths are samples at 48 kHz, each rounded only once. */
export interface AudioPart {
  clipId: string;
  /** Source; for a composition clip the id of its composition. */
  src: string;
  /** Position on the timeline, in samples. */
  startSample: number;
  lengthSamples: number;
  /**
   * Number of samples at the end that follow the clip's own end: audio that continues under the next clip of a
   * transition.
   */
  handleSamples: number;
  /**
   * Earliest source time of the audible region. Seconds.
   * With `reverse` the region is played from its end back to this time. A reversed loop reaches this time when the clip
   * itself ends, before the handle.
   */
  sourceStartSec: number;
  /** Source seconds per timeline second. The average when `timeMap` has a ramp. */
  speed: number;
  preservePitch: boolean;
  /** Pitch shift in semitones. */
  pitch: number;
  reverse: boolean;
  /** Whether the source is repeated: at `loopEndSec` it continues at `sourceStartSec`. */
  loop: boolean;
  loopEndSec: number;
  /** Offset into the loop at which playback of the clip begins or, reversed, ends. Seconds; 0 without a loop. */
  loopOffsetSec: number;
  /** Length of the source in seconds. */
  mediaDurationSec: number;
  /**
   * Full lengths of the fades (`fadeInSamples`, `fadeOutSamples`). The fields `...CutSamples` state how much of each
   * fade is cut off because it is outside of the clip.
   */
  fadeInSamples: number;
  fadeInCutSamples: number;
  fadeOutSamples: number;
  fadeOutCutSamples: number;
  fadeCurve: FadeCurve;
  /** Gain over time, including crossfades of transitions. Never empty; starts at sample 0. */
  volume: EnvelopePoint[];
  /** Pan over time, from -1 (left) to 1 (right). Never empty; starts at sample 0. */
  pan: EnvelopePoint[];
  /** Source time at each time of the clip, as points of a speed ramp. Empty when the speed is constant. */
  timeMap: TimeMapPoint[];
  chain: AudioEffect[];
  /** Ducking of the clip. `null` without ducking, and when none of the clips named in it is audible. */
  duck: PartDuck | null;
  loudness: PartLoudness | null;
  /** Mix of the composition that the part plays instead of a source, for composition clips. Else absent. */
  inner?: AudioPlan;
}

/** Input of the mixer for the whole timeline. */
export interface AudioPlan {
  /** Length of the mix in samples: exactly the length of the video. */
  totalSamples: number;
  parts: AudioPart[];
}

/** Sample rate of the mix. Hertz. */
export const SAMPLE_RATE = 48_000;

/** Returns the sample nearest to a time in seconds. Ties are rounded up, regardless of floating-point error. */
export function sampleOf(seconds: number): number {
  return Math.floor(seconds * SAMPLE_RATE + 0.5 + 1e-6);
}

/** Whether a clip's volume is ever above 0. Volume keyframes replace the clip's own volume. */
export function hasVolume({ volume, kfVolume = [] }: Pick<Clip, 'volume' | 'kfVolume'>): boolean {
  return kfVolume.length > 0 ? kfVolume.some(({ value }) => value > 0) : volume > 0;
}
