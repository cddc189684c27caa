import { gainOfDb } from '../dsp/decibels.ts';
import { createPeakFollower, stepOf } from '../dsp/smoothing.ts';
import type { ProcessorDefinition } from './processor.ts';

/**
 * Difference in dB between opening and closing threshold, so that a level at the threshold does not make the gate
 * flutter.
 */
const HYSTERESIS_DB = 3;
/** Time constant of the level follower, in seconds: the gate must not close between the peaks of the lowest tones. */
const FOLLOW_SEC = 0.02;

/**
 * Noise gate that lowers audio below a threshold. The peaks of the louder channel decide for both; the gain changes in
 * decibels.
 */
export const gate: ProcessorDefinition = {
  type: 'gate',
  create(param) {
    const opensAt = gainOfDb(param('thresholdDb'));
    const closesAt = gainOfDb(param('thresholdDb') - HYSTERESIS_DB);
    const closedDb = param('rangeDb');
    const attack = stepOf(param('attackMs') / 1_000);
    const release = stepOf(param('releaseMs') / 1_000);
    const follow = createPeakFollower(FOLLOW_SEC);
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
