import type { Pace } from './measured-pace.ts';

/** Work for one file of a render that is still to be done. */
export interface OpenFilm {
  /** What each segment that has to be rendered costs, in order: milliseconds, the compositor's estimate. */
  readonly costsMs: readonly number[];
  /** Length of the sound that has to be mixed; null: none has. */
  readonly mixSec: number | null;
  /** Of the whole film: what is stitched. */
  readonly totalFrames: number;
  /** Whether it is a further file of the render before: it begins when that one has its segments. */
  readonly follows: boolean;
}

/** What is expected of work. Seconds. */
export interface Expectation {
  /** Of one slot. */
  readonly slotSeconds: number;
  /** From the request to the last file. */
  readonly seconds: number;
}

/**
 * How long films take on `slots` slots that are busy for `aheadSec` each: the segments of one film after the other on the slot
 * that is free first, each film's sound among them, its stitch when both are done; a further file of a film after the one before.
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
    // Nobody waits for a stitch but its own film.
    const stitchSec = pace.stitch.base + pace.stitch.slope * totalFrames;
    slotSeconds += stitchSec;
    last = Math.max(last, done + stitchSec);
  }
  return { slotSeconds, seconds: last };
}
