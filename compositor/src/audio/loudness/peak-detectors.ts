import { phaseFilters, TRUE_PEAK_TAPS } from './true-peak.ts';

/** Tells a limiter how high a stereo sound gets around a sample. */
export interface PeakDetector {
  /** How many samples after a sample its peak is told. */
  readonly latency: number;
  next(left: number, right: number): number;
}

/** The samples themselves. */
export function createSamplePeaks(): PeakDetector {
  return { latency: 0, next: (left, right) => Math.max(Math.abs(left), Math.abs(right)) };
}

/**
 * Each sample and the curve to the samples beside it, fourfold oversampled as true peaks are. What stays at or below `ceiling` (linear) may be told
 * lower than it is: most sound is not interpolated at all.
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
  // No point between samples lies further out than this many times the largest sample around it.
  const bound = Math.max(...phases.map((taps) => taps.reduce((sum, tap) => sum + Math.abs(tap), 0)));
  const quiet = ceiling / bound;
  // Written twice, so that the last 24 samples always lie in one piece.
  const recent = new Float64Array(2 * TRUE_PEAK_TAPS);
  const last = new Float64Array(1);
  let at = 0;
  /** For how many samples one that is not quiet still lies among the last 24. */
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
