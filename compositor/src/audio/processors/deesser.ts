import { createBiquad } from '../dsp/biquad.ts';
import { gainOfDb } from '../dsp/decibels.ts';
import { createShelf } from '../dsp/moving-shelf.ts';
import { highpass } from '../dsp/rbj-filters.ts';
import { createPeakFollower, stepOf } from '../dsp/smoothing.ts';
import type { ProcessorDefinition } from './processor.ts';

/**
 * Treble level relative to the whole signal above which it counts as an "s", in dB. The reduction is `STEEPNESS` times
 * the excess.
 */
const SHARP_DB = -10;
const STEEPNESS = 2;
/** Largest reduction at `amount` 1, in dB. */
const MOST_DB = 18;
const FOLLOW_SEC = 0.01;
const SMOOTH_SEC = 0.002;
const SILENT = 1e-6;

/** Middle of the shelf relative to the frequency at which "s" sounds begin, so that these are well reduced. */
const SHELF_PLACE = 0.75;

/**
 * De-esser that lowers the band above a frequency while it dominates. It compares the band with the whole signal, so it
 * works equally for soft and loud voices. Without an "s" the audio passes unchanged.
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
