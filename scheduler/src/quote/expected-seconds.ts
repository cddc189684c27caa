import type { Pace } from './measured-pace.ts';

/** Work still to be done for one output file of a render. */
export interface OpenFilm {
  /**
   * Estimated cost of each segment that must be rendered, in order: milliseconds of one thread, from the compositor.
   */
  readonly costsMs: readonly number[];
  /** Duration of the audio that must be mixed, in seconds; null: no audio must be mixed. */
  readonly mixSec: number | null;
  /** Number of frames of the whole video, which determines the time of the mux. */
  readonly totalFrames: number;
  /** True for an additional output of the previous render. It begins when that render has its segments. */
  readonly follows: boolean;
}

/** Expected time of some work, in seconds. */
export interface Expectation {
  /** Sum of the time of all slots, in seconds. */
  readonly slotSeconds: number;
  /** Time from the request to the last file, in seconds. */
  readonly seconds: number;
}

/**
 * Estimates the time of some videos on `slots` slots that are each busy for `aheadSec` first. The segments and the
 * audio mix of one video after the other go to the slot that is free first. A video's mux follows when its segments
 * and its mix are done. An additional output follows the output before it.
 */
export function expectedSeconds(films: readonly OpenFilm[], pace: Pace, slots: number, aheadSec: number): Expectation {
  const freeAt = Array.from({ length: Math.max(1, slots) }, () => pace.beginSec + aheadSec);
  let slotSeconds = 0;
  let last = 0;
  let before = 0;
  const take = (seconds: number, notBefore = 0): number => {
    const slot = freeAt.indexOf(Math.min(...freeAt));
    const end = Math.max(freeAt[slot] ?? 0, notBefore) + seconds;
    freeAt[slot] = end;
    slotSeconds += seconds;
    return end;
  };
  for (const { costsMs, mixSec, totalFrames, follows } of films) {
    const from = follows ? before : pace.beginSec + aheadSec;
    let done = from;
    if (mixSec !== null) done = Math.max(done, take(pace.mix.base + pace.mix.slope * mixSec, from));
    for (const costMs of costsMs) done = Math.max(done, take((costMs * pace.factor) / 1_000, from));
    before = done;
    // Only the video itself waits for its mux, so later videos start before it ends.
    const stitchSec = pace.stitch.base + pace.stitch.slope * totalFrames;
    slotSeconds += stitchSec;
    last = Math.max(last, done + stitchSec);
  }
  return { slotSeconds, seconds: last };
}
