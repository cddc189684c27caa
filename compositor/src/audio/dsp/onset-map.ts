import type { StereoBlock } from '../audio-format.ts';
import { WSOLA_SEARCH, WSOLA_STEP, type WsolaRoom } from './wsola.ts';

/** Number of samples in a run, the unit of onset detection: 1.3 ms. */
const RUN = 64;
/** Energy ratio from which a run counts as an onset: 6 dB more than each of the runs in the 21 ms before it. */
const RISE = 4;
const RUNS_BEFORE = 16;
/**
 * Mean square of the differences between successive samples, summed over both channels, below which a run counts as
 * silent.
 */
const SILENT = 1e-8;
/** Number of samples read at once. */
const ONSET_BLOCK = 1_024;

/** Finder of onsets (clicks, strokes, plosives), where the energy of the treble rises suddenly. */
export interface OnsetFinder {
  /**
   * Returns the onsets between the end of the last call and `until` (rounded up to a whole block), as ascending
   * positions of their first samples.
   */
  find(until: number): number[];
}

/**
 * Creates a finder that reads audio from sample `from` on, as far as requested. It finds no onsets in the first 21 ms.
 */
function createOnsetFinder(read: (into: StereoBlock, from: number, count: number) => void, from: number): OnsetFinder {
  const block = { left: new Float32Array(ONSET_BLOCK), right: new Float32Array(ONSET_BLOCK) };
  const before = new Float64Array(RUNS_BEFORE);
  /** Squared differences between successive samples of a run. Low tones, which rise slowly, hardly contribute. */
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

/**
 * Number of samples before and after an onset that are played at the original tempo. Every grain (an overlapping
 * excerpt in the time stretch) that contains the onset therefore plays it at the same time.
 */
const KEPT = WSOLA_STEP;
/** Distance from an onset, in samples of source and result, beyond which the audio is at its nominal position again. */
const AWAY = 2 * KEPT;
const AHEAD = 2 * AWAY;
/**
 * Maximum number of samples that the tempo map reads beyond the source position of a requested time. They are samples
 * of the source or of the result, whichever of the two reaches further into the source.
 */
export const ONSET_LOOK_AHEAD = AHEAD + ONSET_BLOCK;
/** Maximum shift of a grain (an overlapping excerpt in the time stretch) that contains an onset, in samples: 2 ms. */
const ONSET_SEARCH = 96;

/**
 * Mapping between result time and source position, both in samples. `placeOf` and `timeOf` are increasing functions.
 */
export interface TempoMap {
  placeOf(at: number): number;
  timeOf(place: number): number;
  /** End of the result in samples. */
  end: number;
}

/** Point of a tempo map: a source position (`place`) and the result time (`at`) at which it is played, in samples. */
interface Point {
  at: number;
  place: number;
}

/**
 * Creates a tempo map that plays each onset exactly once, at the time that `map` gives it. The tempo is 1 near an
 * onset; the audio between onsets compensates for this. Played with `map` alone, slowed audio repeats an onset (at half
 * speed, the first time 20 ms early), and accelerated audio may lose it. An onset is not protected if it is closer than
 * 43 ms to the previous protected one, in the source or in the result.
 *
 * `read` is called for audio from sample `from` on, up to `ONSET_LOOK_AHEAD` beyond the requested time. Requests must
 * be in ascending order.
 */
export function createOnsetMap(
  map: TempoMap,
  read: (into: StereoBlock, from: number, count: number) => void,
  from: number,
): { placeOf(at: number): number; roomAt(at: number): WsolaRoom } {
  const finder = createOnsetFinder(read, from);
  const lastPlace = map.placeOf(map.end) + AWAY;
  const coming: Point[] = [];
  let newest: Point | undefined;
  let past: Point | undefined;

  function lookAhead(at: number): void {
    for (const place of finder.find(Math.min(lastPlace, Math.max(map.placeOf(at + AHEAD), map.placeOf(at) + AHEAD)))) {
      const onset = { at: map.timeOf(place), place };
      if (newest && Math.min(onset.at - newest.at, place - newest.place) <= 2 * KEPT) continue;
      newest = onset;
      coming.push(onset);
    }
    while (coming[0] && coming[0].at - KEPT <= at) past = coming.shift();
  }

  function own(at: number): Point {
    return { at, place: map.placeOf(at) };
  }

  function placeOf(at: number): number {
    lookAhead(at);
    const next = coming[0];
    if (past && at <= past.at + KEPT) return past.place + at - past.at;
    const back = past && own(Math.max(past.at + AWAY, map.timeOf(past.place + AWAY)));
    const off = next && own(Math.min(next.at - AWAY, map.timeOf(next.place - AWAY)));
    const left = past && shifted(past, KEPT);
    const reached = next && shifted(next, -KEPT);
    if (left && reached && back && off && back.at >= off.at) return between(left, reached, at);
    if (left && back && at < back.at) return between(left, back, at);
    if (off && reached && at > off.at) return between(off, reached, at);
    return map.placeOf(at);
  }

  return {
    placeOf,
    roomAt(at) {
      const place = placeOf(at);
      if (past && at <= past.at + KEPT) return { back: ONSET_SEARCH, on: ONSET_SEARCH, keepsTempo: true };
      const most = (room: number) => Math.max(0, Math.min(WSOLA_SEARCH, Math.floor(room)));
      return {
        back: past ? most(place - KEPT - past.place) : WSOLA_SEARCH,
        on: coming[0] ? most(coming[0].place - KEPT - place) : WSOLA_SEARCH,
        keepsTempo: false,
      };
    },
  };
}

function shifted({ at, place }: Point, by: number): Point {
  return { at: at + by, place: place + by };
}

function between(from: Point, to: Point, at: number): number {
  return from.place + ((to.place - from.place) * (at - from.at)) / (to.at - from.at);
}
