import { gainOfDb } from '../dsp/decibels.ts';
import { createPeakFollower, stepOf } from '../dsp/smoothing.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Amplitude below which a sample counts as silence and is not compressed. */
const SILENT = 1e-6;
/** Time constant of the level follower, in seconds, so that the level does not fall between the peaks of a wave. */
const FOLLOW_SEC = 0.01;

/**
 * Feed-forward compressor: the peaks of the louder channel determine the gain of both. The gain is computed and
 * smoothed in decibels (the "smooth branching" design of Giannoulis, Massberg and Reiss, JAES 60, 2012).
 */
export const compressor: ProcessorDefinition = {
  type: 'compressor',
  create(param) {
    const reduction = reductionCurve(param('thresholdDb'), param('ratio'), param('kneeDb'));
    const attack = stepOf(param('attackMs') / 1_000);
    const release = stepOf(param('releaseMs') / 1_000);
    const makeupDb = param('makeupDb');
    const follow = createPeakFollower(FOLLOW_SEC);
    const reducedDb = Float64Array.of(0);
    return {
      latency: 0,
      process({ left, right }, count) {
        let reduced = reducedDb[0] ?? 0;
        for (let i = 0; i < count; i++) {
          const l = left[i] ?? 0;
          const r = right[i] ?? 0;
          const level = follow(Math.max(Math.abs(l), Math.abs(r)));
          const wantedDb = level > SILENT ? reduction(20 * Math.log10(level)) : 0;
          reduced += (wantedDb - reduced) * (wantedDb > reduced ? attack : release);
          const factor = gainOfDb(makeupDb - reduced);
          left[i] = l * factor;
          right[i] = r * factor;
        }
        reducedDb[0] = reduced;
      },
    };
  },
};

/**
 * Creates the curve that returns the reduction (dB) of a level (dBFS): 0 below the knee, a parabola inside it, the
 * ratio above.
 */
export function reductionCurve(thresholdDb: number, ratio: number, kneeDb: number): (levelDb: number) => number {
  const slope = 1 - 1 / ratio;
  return (levelDb) => {
    const over = levelDb - thresholdDb;
    if (2 * over <= -kneeDb) return 0;
    if (2 * over >= kneeDb) return slope * over;
    return (slope * (over + kneeDb / 2) ** 2) / (2 * kneeDb);
  };
}
