import type { StereoBlock } from './audio-format.ts';

/** Duration of the correction in samples: 5 ms at 48 kHz. */
const LENGTH = 240;

/** Smoother of discontinuities in audio, which prevents clicks. */
export interface Seam {
  /** Marks that the next samples do not continue the previous ones, so that the discontinuity is smoothed. */
  open(): void;
  /** Processes samples [from, until) in playing order and changes those after a discontinuity. */
  pass(block: StereoBlock, from: number, until: number): void;
}

/**
 * Creates a smoother. It turns a step into an offset that decays within 5 ms, so that the audio continues at its last
 * value.
 */
export function createSeam(): Seam {
  const last = { left: 0, right: 0 };
  const offset = { left: 0, right: 0 };
  let done = LENGTH;
  let opened = false;
  return {
    open() {
      opened = true;
    },
    pass(block, from, until) {
      if (until <= from) return;
      if (opened) {
        for (const side of ['left', 'right'] as const) offset[side] = last[side] - (block[side][from] ?? 0);
        done = 0;
        opened = false;
      }
      for (let n = from; n < until && done < LENGTH; n++, done++) {
        const share = 0.5 + 0.5 * Math.cos((Math.PI * done) / LENGTH);
        for (const side of ['left', 'right'] as const) block[side][n] = (block[side][n] ?? 0) + share * offset[side];
      }
      for (const side of ['left', 'right'] as const) last[side] = block[side][until - 1] ?? 0;
    },
  };
}
