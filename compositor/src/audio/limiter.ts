import { SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { phaseFilters, TRUE_PEAK_TAPS } from './loudness/true-peak.ts';

const LOOK_AHEAD = 240;

/** Ceiling and timing of a limiter. */
export interface LimiterOptions {
  /** Highest sample value; linear, 1 = full scale. */
  ceiling: number;
  /** Time constant of the recovery, in seconds. */
  releaseSec: number;
  /**
   * Whether the true peak, interpolated between the samples, also stays below the ceiling, to within 0.1 dB. Default
   * false.
   */
  truePeak?: boolean;
}

/**
 * Settings of the limiter at the end of the mix. The ceiling is -0.2 dBFS, slightly below full scale, because encoders
 * overshoot a little.
 */
export const MIX_LIMITER: LimiterOptions = { ceiling: 0.977, releaseSec: 0.08 };

/**
 * Limiter that keeps both channels at or below the ceiling without clipping. The gain falls smoothly during the 5 ms
 * before a peak and recovers afterwards; it is a moving average of the lowest gain needed in the next 5 ms. Audio that
 * never exceeds the ceiling passes bit-exactly. The output is `latency` samples late: add this number of zeros at the
 * end.
 */
export interface Limiter {
  readonly latency: number;
  /** Processes the first `count` samples in place. */
  process(block: StereoBlock, count: number): void;
}

/** Creates a limiter with a gain of 1 and an empty look-ahead buffer. */
export function createLimiter({ ceiling, releaseSec, truePeak = false }: LimiterOptions): Limiter {
  const recovery = 1 - Math.exp(-1 / (releaseSec * SAMPLE_RATE));
  const peaks = truePeak ? createTruePeaks(ceiling) : createSamplePeaks();
  const latency = LOOK_AHEAD + peaks.latency;
  const delayLeft = new Float32Array(latency);
  const delayRight = new Float32Array(latency);
  /** Gains over which the moving average is computed, as a ring buffer. */
  const held = new Float64Array(LOOK_AHEAD).fill(1);
  const needed = createSlidingMinimum(LOOK_AHEAD);
  let at = 0;
  let place = 0;
  let gain = 1;
  /**
   * Number of gains in `held` below 1. When it is 0, the average is set to exactly 1, without the rounding errors of
   * the sum.
   */
  let reduced = 0;
  let sum = LOOK_AHEAD;
  return {
    latency,
    process({ left, right }, count) {
      for (let i = 0; i < count; i++) {
        const l = left[i] ?? 0;
        const r = right[i] ?? 0;
        const peak = peaks.next(l, r);
        const lowest = needed(peak > ceiling ? ceiling / peak : 1);
        gain = Math.min(lowest, gain + (1 - gain) * recovery);
        if (gain > 0.999_999) gain = 1;
        const old = held[at] ?? 1;
        reduced += (gain < 1 ? 1 : 0) - (old < 1 ? 1 : 0);
        sum = reduced === 0 ? LOOK_AHEAD : sum + gain - old;
        held[at] = gain;
        const factor = reduced === 0 ? 1 : sum / LOOK_AHEAD;
        left[i] = (delayLeft[place] ?? 0) * factor;
        right[i] = (delayRight[place] ?? 0) * factor;
        delayLeft[place] = l;
        delayRight[place] = r;
        at = (at + 1) % LOOK_AHEAD;
        place = (place + 1) % latency;
      }
    },
  };
}

/**
 * Creates a sliding minimum of the last `size + 1` values. It takes constant time a value, by a queue of candidates in
 * ascending order.
 */
function createSlidingMinimum(size: number): (value: number) => number {
  const values: number[] = [];
  const places: number[] = [];
  let place = 0;
  return (value) => {
    while (values.length > 0 && (values.at(-1) ?? 0) >= value) {
      values.pop();
      places.pop();
    }
    values.push(value);
    places.push(place);
    if ((places[0] ?? 0) < place - size) {
      values.shift();
      places.shift();
    }
    place += 1;
    return values[0] ?? 1;
  };
}

/** Detects the peak level around each sample of a stereo signal, for a limiter. */
export interface PeakDetector {
  /** Number of samples by which the returned peak is late. */
  readonly latency: number;
  next(left: number, right: number): number;
}

/** Creates a detector of sample peaks, without latency. */
function createSamplePeaks(): PeakDetector {
  return { latency: 0, next: (left, right) => Math.max(Math.abs(left), Math.abs(right)) };
}

/**
 * Creates a detector of true peaks, with fourfold oversampling. Peaks at or below `ceiling` (linear) may be reported
 * too low, which avoids interpolation for most audio.
 */
function createTruePeaks(ceiling: number): PeakDetector {
  const phases = phaseFilters();
  const sides = [createSide(phases, ceiling), createSide(phases, ceiling)] as const;
  return {
    latency: TRUE_PEAK_TAPS / 2,
    next: (left, right) => Math.max(sides[0](left), sides[1](right)),
  };
}

function createSide(phases: readonly Float64Array[], ceiling: number): (value: number) => number {
  // No point between samples exceeds the largest sample around it by more than this factor.
  const bound = Math.max(...phases.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));
  const quiet = ceiling / bound;
  // Stored twice, so that the last 24 samples are always contiguous.
  const recent = new Float64Array(2 * TRUE_PEAK_TAPS);
  const last = new Float64Array(1);
  let at = 0;
  /** Number of samples until no loud sample is left among the last 24. */
  let loudFor = 0;
  return (value) => {
    recent[at] = value;
    recent[at + TRUE_PEAK_TAPS] = value;
    at = (at + 1) % TRUE_PEAK_TAPS;
    if (Math.abs(value) > quiet) loudFor = TRUE_PEAK_TAPS;
    let after = 0;
    const middle = Math.abs(recent[at + TRUE_PEAK_TAPS / 2 - 1] ?? 0);
    if (loudFor > 0) {
      loudFor -= 1;
      for (const taps of phases) {
        let sum = 0;
        for (let k = 0; k < TRUE_PEAK_TAPS; k++) sum += (taps[k] ?? 0) * (recent[at + k] ?? 0);
        after = Math.max(after, Math.abs(sum));
      }
    }
    const peak = Math.max(last[0] ?? 0, middle, after);
    last[0] = after;
    return peak;
  };
}
