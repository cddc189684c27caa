import { phaseFilters, TRUE_PEAK_TAPS } from './true-peak.ts';

/** Detector of the peak of a stereo signal around each sample, for a limiter. */
export interface PeakDetector {
  /** Number of samples by which the returned peak is late. */
  readonly latency: number;
  next(left: number, right: number): number;
}

/** Creates a detector of sample peaks, without latency. */
export function createSamplePeaks(): PeakDetector {
  return { latency: 0, next: (left, right) => Math.max(Math.abs(left), Math.abs(right)) };
}

/**
 * Creates a detector of true peaks: samples and the curve between them, four times oversampled. Peaks at or below
 * `ceiling` (linear) may be reported too low, so that most audio needs no interpolation.
 */
export function createTruePeaks(ceiling: number): PeakDetector {
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
  /** Number of samples for which a loud sample remains among the last 24. */
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
