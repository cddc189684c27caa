import { SAMPLE_RATE, type StereoBlock } from '../audio-format.ts';
import { type BiquadCoefficients, createBiquad } from '../dsp/biquad.ts';
import { dbOfGain } from '../dsp/levels.ts';
import { createTruePeak, TRUE_PEAK_TAIL } from './true-peak.ts';

/** Measurement over a whole stereo stream at 48 kHz. */
export interface Meter<Result> {
  add(block: StereoBlock, offset: number, count: number): void;
  /** Ends the measurement and returns its result. */
  finish(): Result;
}

/** Number of samples between the starts of two measurement blocks: a block of 400 ms starts every 100 ms. */
const STEP = SAMPLE_RATE / 10;
const STEPS_A_BLOCK = 4;
/** Number of samples that are K-weighted at once. */
const CHUNK = 480;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
/**
 * Number of histogram bins in 1 LU. Blocks are counted in bins of 0.01 LU between -70 and +30 LUFS. Each bin stores the
 * exact energy of its blocks, so that memory does not depend on the duration.
 */
const CLASSES_A_LU = 100;
const CLASSES = 100 * CLASSES_A_LU;

/**
 * Creates a meter of integrated loudness by ITU-R BS.1770-4, in LUFS, with the absolute and the relative gate; the
 * relative gate is exact to 0.01 LU. Audio shorter than one block counts as one block of its own length, which the
 * standard leaves open. The result is null when nothing is above -70 LUFS.
 */
export function createIntegratedLoudness(): Meter<number | null> {
  const weight = [createKWeighting(), createKWeighting()] as const;
  const weighted = [new Float64Array(CHUNK), new Float64Array(CHUNK)] as const;
  const counts = new Float64Array(CLASSES);
  const energies = new Float64Array(CLASSES);
  const recent = new Float64Array(STEPS_A_BLOCK);
  let steps = 0;
  let inStep = 0;
  let sum = 0;

  function endStep(): void {
    recent[steps % STEPS_A_BLOCK] = sum;
    steps += 1;
    sum = 0;
    inStep = 0;
    if (steps < STEPS_A_BLOCK) return;
    countBlock(recent.reduce((total, step) => total + step, 0) / (STEP * STEPS_A_BLOCK));
  }

  function countBlock(energy: number): void {
    const lufs = lufsOf(energy);
    if (!(lufs > ABSOLUTE_GATE_LUFS)) return;
    const place = Math.min(CLASSES - 1, Math.floor((lufs - ABSOLUTE_GATE_LUFS) * CLASSES_A_LU));
    counts[place] = (counts[place] ?? 0) + 1;
    energies[place] = (energies[place] ?? 0) + energy;
  }

  /** Returns the mean energy of the blocks in histogram bin `first` and above; 0 when there are none. */
  function meanFrom(first: number): number {
    let count = 0;
    let energy = 0;
    for (let place = Math.max(0, first); place < CLASSES; place++) {
      count += counts[place] ?? 0;
      energy += energies[place] ?? 0;
    }
    return count === 0 ? 0 : energy / count;
  }

  return {
    add({ left, right }, offset, count) {
      const [l, r] = weighted;
      for (let done = 0; done < count; ) {
        const part = Math.min(CHUNK, STEP - inStep, count - done);
        // Copied in a loop: creating views of a few samples costs more.
        for (let i = 0; i < part; i++) {
          l[i] = left[offset + done + i] ?? 0;
          r[i] = right[offset + done + i] ?? 0;
        }
        weight[0](l, part);
        weight[1](r, part);
        let energy = sum;
        for (let i = 0; i < part; i++) {
          const a = l[i] ?? 0;
          const b = r[i] ?? 0;
          energy += a * a + b * b;
        }
        sum = energy;
        inStep += part;
        done += part;
        if (inStep === STEP) endStep();
      }
    },
    finish() {
      const samples = steps * STEP + inStep;
      if (steps < STEPS_A_BLOCK && samples > 0) {
        countBlock((recent.subarray(0, steps).reduce((total, step) => total + step, 0) + sum) / samples);
      }
      const ungated = meanFrom(0);
      if (ungated === 0) return null;
      const gate = lufsOf(ungated) + RELATIVE_GATE_LU;
      const energy = meanFrom(Math.floor((gate - ABSOLUTE_GATE_LUFS) * CLASSES_A_LU));
      return lufsOf(energy);
    },
  };
}

function lufsOf(energy: number): number {
  return -0.691 + 10 * Math.log10(energy);
}

/**
 * Filter stages of ITU-R BS.1770-4, annex 1, tables 1 and 2, for 48 kHz: the shelf that models the listener's head,
 * then the high-pass.
 */
const STAGES: readonly BiquadCoefficients[] = [
  {
    b0: 1.53512485958697,
    b1: -2.69169618940638,
    b2: 1.19839281085285,
    a1: -1.69065929318241,
    a2: 0.73248077421585,
  },
  { b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621 },
];

/**
 * Creates a K-weighting filter for one channel at 48 kHz. It filters `count` samples in place and must be called for
 * consecutive samples.
 */
function createKWeighting(): (values: Float64Array, count: number) => void {
  const stages = STAGES.map(createBiquad);
  return (values, count) => {
    for (const stage of stages) stage.process(values, count);
  };
}

/** Integrated loudness (LUFS) and true peak of audio; null for silence, which has no loudness. */
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
