import { dbOfGain } from '../dsp/decibels.ts';
import { createIntegratedLoudness, type Meter } from './integrated-loudness.ts';
import { createTruePeak, TRUE_PEAK_TAIL } from './true-peak.ts';

/** Integrated loudness and true peak of audio; null for silence, which has no loudness. */
export type Loudness = { integratedLufs: number; truePeakDb: number } | null;

/** Creates a meter of integrated loudness and true peak by ITU-R BS.1770-4. */
export function createLoudnessMeter(): Meter<Loudness> {
  const integrated = createIntegratedLoudness();
  const peaks = [createTruePeak(), createTruePeak()] as const;
  return {
    add(block, offset, count) {
      integrated.add(block, offset, count);
      peaks[0].add(block.left, offset, count);
      peaks[1].add(block.right, offset, count);
    },
    finish() {
      const integratedLufs = integrated.finish();
      if (integratedLufs === null) return null;
      const zeros = new Float32Array(TRUE_PEAK_TAIL);
      for (const side of peaks) side.add(zeros, 0, TRUE_PEAK_TAIL);
      return { integratedLufs, truePeakDb: dbOfGain(Math.max(peaks[0].peak, peaks[1].peak)) };
    },
  };
}
