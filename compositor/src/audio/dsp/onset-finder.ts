import type { StereoBlock } from '../audio-format.ts';

/** Sound is looked at in runs of this many samples: 1.3 ms. */
const RUN = 64;
/** A run is an onset when it has so many times the energy of each of the runs before it, 21 ms: 6 dB more. */
const RISE = 4;
const RUNS_BEFORE = 16;
/** Mean square of a run's steps, both sides, below which it counts as silent. */
const SILENT = 1e-8;
/** Sound is read in so many samples. */
export const ONSET_BLOCK = 1_024;

/** Finds the onsets of a sound (clicks, strokes, plosives): where the energy of its treble rises at once. */
export interface OnsetFinder {
  /** The onsets from where the last call ended up to `until`, roughly: places of their first samples, rising. */
  find(until: number): number[];
}

/** Reads on from `from`, as much as it is asked for. Finds nothing in the first 21 ms. */
export function createOnsetFinder(
  read: (into: StereoBlock, from: number, count: number) => void,
  from: number,
): OnsetFinder {
  const block = { left: new Float32Array(ONSET_BLOCK), right: new Float32Array(ONSET_BLOCK) };
  const before = new Float64Array(RUNS_BEFORE);
  /** Energy of the run's steps from one sample to the next: low tones, which rise slowly, hardly count. */
  const steps = new Float64Array(RUN);
  let at = from;
  let runs = 0;
  /** The sample before, left and right. */
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
