import type { StereoBlock } from '../audio-format.ts';

/** Number of samples in an analysed run: 1.3 ms. */
const RUN = 64;
/** Energy ratio that makes a run an onset: 6 dB more than each of the runs in the 21 ms before it. */
const RISE = 4;
const RUNS_BEFORE = 16;
/** Mean square of the sample differences of a run, both channels, below which it counts as silent. */
const SILENT = 1e-8;
/** Number of samples read at once. */
export const ONSET_BLOCK = 1_024;

/** Finder of onsets (clicks, strokes, plosives), where the energy of the treble rises suddenly. */
export interface OnsetFinder {
  /**
   * Returns the onsets between the end of the last call and `until` (rounded up to a whole block): rising positions of
   * their first samples.
   */
  find(until: number): number[];
}

/** Creates a finder that reads audio from `from` on, as far as requested. It finds nothing in the first 21 ms. */
export function createOnsetFinder(
  read: (into: StereoBlock, from: number, count: number) => void,
  from: number,
): OnsetFinder {
  const block = { left: new Float32Array(ONSET_BLOCK), right: new Float32Array(ONSET_BLOCK) };
  const before = new Float64Array(RUNS_BEFORE);
  /** Energies of the run's sample differences. Low tones, which rise slowly, hardly count. */
  const steps = new Float64Array(RUN);
  let at = from;
  let runs = 0;
  /** Previous sample, left and right. */
  const last = new Float64Array(2);

  function measure(start: number): number {
    let energy = 0;
    let leftBefore = last[0] ?? 0;
    let rightBefore = last[1] ?? 0;
    for (let i = 0; i < RUN; i++) {
      const left = block.left[start + i] ?? 0;
      const right = block.right[start + i] ?? 0;
      const step = (left - leftBefore) ** 2 + (right - rightBefore) ** 2;
      leftBefore = left;
      rightBefore = right;
      steps[i] = step;
      energy += step;
    }
    last[0] = leftBefore;
    last[1] = rightBefore;
    return energy / RUN;
  }

  return {
    find(until) {
      const found: number[] = [];
      for (; at < until; at += ONSET_BLOCK) {
        read(block, at, ONSET_BLOCK);
        for (let start = 0; start < ONSET_BLOCK; start += RUN, runs += 1) {
          const energy = measure(start);
          const known = runs >= RUNS_BEFORE;
          if (known && energy > Math.max(SILENT, RISE * highestOf(before))) {
            found.push(at + start + steps.findIndex((step) => step >= energy));
          }
          before[runs % RUNS_BEFORE] = energy;
        }
      }
      return found;
    },
  };
}

function highestOf(values: Float64Array): number {
  let highest = 0;
  for (let i = 0; i < values.length; i++) highest = Math.max(highest, values[i] ?? 0);
  return highest;
}
