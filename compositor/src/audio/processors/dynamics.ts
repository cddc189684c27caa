import { createPeakFollower, gainOfDb, stepOf } from '../dsp/levels.ts';
import { createLimiter } from '../limiter.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Effect that changes the level by a constant gain. */
export const gain: ProcessorDefinition = {
  type: 'gain',
  create(param) {
    const factor = gainOfDb(param('gainDb'));
    return {
      latency: 0,
      process({ left, right }, count) {
        for (let i = 0; i < count; i++) {
          left[i] = (left[i] ?? 0) * factor;
          right[i] = (right[i] ?? 0) * factor;
        }
      },
    };
  },
};

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
 * Creates the function from level (dBFS) to gain reduction (dB). The reduction is 0 below the knee, a parabola inside
 * the knee, and above it (1 - 1 / `ratio`) dB for each dB above the threshold.
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

/**
 * Look-ahead limiter effect: the same limiter as at the end of the mix, but the effect's parameters set the ceiling and
 * the release time.
 */
export const limiter: ProcessorDefinition = {
  type: 'limiter',
  create: (param) => createLimiter({ ceiling: gainOfDb(param('ceilingDb')), releaseSec: param('releaseMs') / 1_000 }),
};

/**
 * Difference in dB between the opening and the closing threshold of the gate. It prevents a level near the threshold
 * from opening and closing the gate rapidly.
 */
const HYSTERESIS_DB = 3;
/** Time constant of the level follower, in seconds: the gate must not close between the peaks of the lowest tones. */
const GATE_FOLLOW_SEC = 0.02;

/**
 * Noise gate that lowers audio below a threshold. The peaks of the louder channel determine the gain of both channels;
 * the gain changes linearly in decibels.
 */
export const gate: ProcessorDefinition = {
  type: 'gate',
  create(param) {
    const opensAt = gainOfDb(param('thresholdDb'));
    const closesAt = gainOfDb(param('thresholdDb') - HYSTERESIS_DB);
    const closedDb = param('rangeDb');
    const attack = stepOf(param('attackMs') / 1_000);
    const release = stepOf(param('releaseMs') / 1_000);
    const follow = createPeakFollower(GATE_FOLLOW_SEC);
    let open = false;
    const gainDb = Float64Array.of(closedDb);
    return {
      latency: 0,
      process({ left, right }, count) {
        let current = gainDb[0] ?? 0;
        for (let i = 0; i < count; i++) {
          const l = left[i] ?? 0;
          const r = right[i] ?? 0;
          const level = follow(Math.max(Math.abs(l), Math.abs(r)));
          open = level >= (open ? closesAt : opensAt);
          current += open ? (0 - current) * attack : (closedDb - current) * release;
          const factor = gainOfDb(current);
          left[i] = l * factor;
          right[i] = r * factor;
        }
        gainDb[0] = current;
      },
    };
  },
};

/** Gain before the saturation curve at `drive` 1; linear. */
const HARDEST = 8;

/**
 * Saturation by a hyperbolic tangent, which adds odd harmonics and rounds peaks. Quiet audio is raised by as many dB as
 * full scale is lowered, so that the loudness stays about the same. There is no oversampling. Aliases of harmonics
 * above 24 kHz are at least 60 dB below the signal, for music at the default drive.
 */
export const saturate: ProcessorDefinition = {
  type: 'saturate',
  create(param) {
    const bend = HARDEST * param('drive') ** 2;
    const mix = param('mix');
    const scale = 1 / Math.sqrt(bend * Math.tanh(bend));
    const shaped = (value: number) => value + mix * (Math.tanh(bend * value) * scale - value);
    return {
      latency: 0,
      process({ left, right }, count) {
        if (bend === 0) return;
        for (let i = 0; i < count; i++) {
          left[i] = shaped(left[i] ?? 0);
          right[i] = shaped(right[i] ?? 0);
        }
      },
    };
  },
};
