import type { StereoBlock } from '../audio-format.ts';

/** Number of samples that each step of the time stretch produces: 21 ms. */
export const WSOLA_STEP = 1_024;
/**
 * Maximum shift of a grain (an overlapping excerpt) for a smoother transition, in samples. It is one period of 80 Hz.
 */
export const WSOLA_SEARCH = 600;

const PIECE = 2 * WSOLA_STEP;
/**
 * Step of the first search, which is coarse, in positions and in samples. The second search is exact around the best
 * result of the first.
 */
const COARSE = 4;
/**
 * Maximum penalty on the similarity of a shifted grain (an overlapping excerpt), as a fraction. It grows with the
 * square of the shift. Without it, a tone with a gliding pitch is shifted to the limit of the search, because its pitch
 * matches best where the previous grain continues. At half speed the shift is then 22 ms, with the penalty 2 ms.
 */
const FARNESS = 0.1;

/**
 * Allowed shift of a grain (an overlapping excerpt of 43 ms) from its nominal position, in samples back and forward.
 */
export interface WsolaRoom {
  back: number;
  on: number;
  /** Whether the grain is placed exactly where the previous one ends, if that is within the allowed shift. */
  keepsTempo: boolean;
}

/** Source, tempo and shift limits of a time stretch. */
export interface WsolaInput {
  /** Copies `count` samples from source sample `from` on to the start of `into`; silence outside the source. */
  read(into: StereoBlock, from: number, count: number): void;
  /**
   * Returns the source position that is played at sample `at` of the result, in samples. It increases with `at`; at 0
   * it is the start of the audio.
   */
  placeOf(at: number): number;
  /** Returns the allowed shift of the grain around sample `at` of the result. Absent: the whole search range. */
  roomAt?(at: number): WsolaRoom;
}

const WHOLE_SEARCH: WsolaRoom = { back: WSOLA_SEARCH, on: WSOLA_SEARCH, keepsTempo: false };

/**
 * Creates a time stretch that changes the tempo and keeps the pitch, by WSOLA (waveform similarity overlap-add,
 * Verhelst and Roelands, ICASSP 1993). Excerpts of 43 ms, called grains, overlap by half. Each grain is taken from near
 * its nominal source position, with the shift at which it continues the previous grain most smoothly. The measure is
 * the normalised cross-correlation of the mono sums; among equally good shifts the smallest is used. Where the tempo is
 * 1, the audio passes unchanged.
 *
 * Each call of the returned function fills the first 1,024 samples of `into` with the next step. For step k (from 0) it
 * reads the source up to `placeOf(1024 (k + 1)) + 1624`.
 */
export function createWsola(input: WsolaInput): (into: StereoBlock) => void {
  const fade = Float64Array.from({ length: WSOLA_STEP }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / PIECE) ** 2);
  const last = blockOf(WSOLA_STEP);
  const region = blockOf(PIECE + 2 * WSOLA_SEARCH);
  const wanted = new Float32Array(WSOLA_STEP);
  const offered = new Float32Array(region.left.length);
  let step = 0;
  /** Source position at which the previous grain would continue, in samples. */
  let following = Math.round(input.placeOf(0));
  input.read(last, following, WSOLA_STEP);

  return (into) => {
    const ideal = Math.round(input.placeOf((step + 1) * WSOLA_STEP)) - WSOLA_STEP;
    const room = input.roomAt?.((step + 1) * WSOLA_STEP) ?? WHOLE_SEARCH;
    input.read(region, ideal - WSOLA_SEARCH, region.left.length);
    const shift = goesOn(following - ideal, room) ? following - ideal : bestShift(room);
    const start = WSOLA_SEARCH + shift;
    for (const side of ['left', 'right'] as const) {
      for (let i = 0; i < WSOLA_STEP; i++) {
        const before = last[side][i] ?? 0;
        into[side][i] = before + ((region[side][start + i] ?? 0) - before) * (fade[i] ?? 0);
      }
      last[side].set(region[side].subarray(start + WSOLA_STEP, start + PIECE));
    }
    following = ideal + shift + WSOLA_STEP;
    step += 1;
  };

  /** Returns the shift, in samples, at which the source continues the previous grain best. */
  function bestShift(room: WsolaRoom): number {
    for (let i = 0; i < WSOLA_STEP; i++) wanted[i] = (last.left[i] ?? 0) + (last.right[i] ?? 0);
    for (let i = 0; i < offered.length; i++) offered[i] = (region.left[i] ?? 0) + (region.right[i] ?? 0);
    const coarse = search(0, WSOLA_SEARCH, COARSE, room);
    return search(coarse, COARSE - 1, 1, room);
  }

  function search(middle: number, reach: number, stride: number, { back, on }: WsolaRoom): number {
    let best = middle;
    let highest = likeness(middle, stride);
    // Outwards from the middle, so that the nearest of equally good positions wins.
    for (let away = stride; away <= reach; away += stride) {
      for (const shift of [middle - away, middle + away]) {
        if (shift < -back || shift > on) continue;
        const found = likeness(shift, stride);
        if (found > highest + 1e-9) {
          highest = found;
          best = shift;
        }
      }
    }
    return best;
  }

  function likeness(shift: number, stride: number): number {
    const start = WSOLA_SEARCH + shift;
    let product = 0;
    let energy = 0;
    for (let i = 0; i < WSOLA_STEP; i += stride) {
      const value = offered[start + i] ?? 0;
      product += value * (wanted[i] ?? 0);
      energy += value * value;
    }
    const nearness = 1 - FARNESS * (shift / WSOLA_SEARCH) ** 2;
    return energy === 0 ? 0 : (product * nearness) / Math.sqrt(energy);
  }
}

function goesOn(shift: number, { back, on, keepsTempo }: WsolaRoom): boolean {
  return shift === 0 || (keepsTempo && shift >= -back && shift <= on);
}

function blockOf(samples: number): StereoBlock {
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}
