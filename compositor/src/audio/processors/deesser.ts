import { SAMPLE_RATE } from '../audio-format.ts';
import { createBiquad, highpass } from '../dsp/biquad.ts';
import { createPeakFollower, gainOfDb, stepOf } from '../dsp/levels.ts';
import type { ProcessorDefinition } from './processor.ts';

/**
 * Level of the treble relative to the whole signal above which it counts as an "s", in dB. The gain reduction in dB is
 * `STEEPNESS` times the excess.
 */
const SHARP_DB = -10;
const STEEPNESS = 2;
/** Maximum gain reduction at `amount` 1, in dB. */
const MOST_DB = 18;
const FOLLOW_SEC = 0.01;
const SMOOTH_SEC = 0.002;
const SILENT = 1e-6;

/**
 * Centre frequency of the shelf filter, as a fraction of the effect's `frequency`. It is below 1, so that "s" sounds,
 * which begin at `frequency`, are fully inside the shelf.
 */
const SHELF_PLACE = 0.75;

/**
 * De-esser: lowers the band above a frequency while this band dominates. It compares the band with the whole signal, so
 * that it works equally for quiet and loud voices. Audio without an "s" passes unchanged.
 */
export const deesser: ProcessorDefinition = {
  type: 'deesser',
  create(param) {
    const coefficients = highpass(param('frequency'), Math.SQRT1_2);
    const amount = param('amount');
    const treble = [createBiquad(coefficients), createBiquad(coefficients)] as const;
    const shelves = [
      createShelf(SHELF_PLACE * param('frequency')),
      createShelf(SHELF_PLACE * param('frequency')),
    ] as const;
    const followTreble = createPeakFollower(FOLLOW_SEC);
    const followAll = createPeakFollower(FOLLOW_SEC);
    const smooth = stepOf(SMOOTH_SEC);
    const reducedDb = Float64Array.of(0);
    return {
      latency: 0,
      process({ left, right }, count) {
        let reduced = reducedDb[0] ?? 0;
        for (let i = 0; i < count; i++) {
          const l = left[i] ?? 0;
          const r = right[i] ?? 0;
          const trebleLeft = treble[0].next(l);
          const trebleRight = treble[1].next(r);
          const sharp = followTreble(Math.max(Math.abs(trebleLeft), Math.abs(trebleRight)));
          const all = followAll(Math.max(Math.abs(l), Math.abs(r)));
          const overDb = sharp > SILENT ? 20 * Math.log10(sharp / all) - SHARP_DB : 0;
          const wantedDb = amount * Math.max(0, Math.min(MOST_DB, STEEPNESS * overDb));
          reduced += (wantedDb - reduced) * smooth;
          const root = gainOfDb(-reduced / 2);
          left[i] = shelves[0](l, root);
          right[i] = shelves[1](r, root);
        }
        reducedDb[0] = reduced;
      },
    };
  },
};

/**
 * High-shelf filter whose gain may change at each sample. The function takes a sample and the square root of the treble
 * gain, and returns the filtered sample. A gain of 1 leaves the audio unchanged, bit-exactly.
 */
export type MovingShelf = (value: number, rootOfGain: number) => number;

/**
 * Creates a high-shelf filter; `hertz` is the middle of its slope. It is a state variable filter with trapezoidal
 * integration (Simper, "Linear Trapezoidal State Variable Filter", 2013), which is stable while its parameters change.
 */
function createShelf(hertz: number): MovingShelf {
  const warped = Math.tan((Math.PI * hertz) / SAMPLE_RATE);
  const damping = Math.SQRT2;
  const state = new Float64Array(2);
  return (value, root) => {
    const s1 = state[0] ?? 0;
    const s2 = state[1] ?? 0;
    const g = warped * Math.sqrt(root);
    const scale = 1 / (1 + g * (g + damping));
    const v3 = value - s2;
    const band = scale * (s1 + g * v3);
    const low = s2 + g * band;
    state[0] = settled(2 * band - s1);
    state[1] = settled(2 * low - s2);
    return root * root * value + damping * (1 - root) * root * band + (1 - root * root) * low;
  };
}

/** Replaces tiny filter states by zero: arithmetic with denormal numbers is a hundred times slower. */
function settled(state: number): number {
  return state < 1e-30 && state > -1e-30 ? 0 : state;
}
