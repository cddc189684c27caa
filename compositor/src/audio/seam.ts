import type { StereoBlock } from './audio-format.ts';

/** 5 ms at 48 kHz. */
const LENGTH = 240;

/** Bridges steps in a sound without a click. */
export interface Seam {
  /** The next samples do not go on from those before: their step is to be bridged. */
  open(): void;
  /** Takes samples [from, until) in the order in which they are heard, and changes those behind a step. */
  pass(block: StereoBlock, from: number, until: number): void;
}

/** A step becomes an offset that dies away within 5 ms, so that the sound goes on from where it was. */
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
