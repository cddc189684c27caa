import type { StereoBlock } from '../audio-format.ts';

/** Each step makes this many samples: 21 ms. */
export const WSOLA_STEP = 1_024;
/** How far a piece may be shifted for a better joint: a period of 80 Hz. Samples. */
export const WSOLA_SEARCH = 600;

const PIECE = 2 * WSOLA_STEP;
/** The first search looks at every fourth place and sample, the second around its best at all of them. */
const COARSE = 4;
/**
 * What the farthest shift takes off a likeness. Without it a tone that glides is heard as far from its place as the search reaches, since its pitch is
 * most alike where the piece before goes on: 22 ms at half speed, 2 with it.
 */
const FARNESS = 0.1;

/** How far a piece may be shifted, in samples. */
export interface WsolaRoom {
  back: number;
  on: number;
  /** It goes on where the piece before ends, if that is within its room. */
  keepsTempo: boolean;
}

/** What is stretched. */
export interface WsolaInput {
  /** Copies `count` samples from source sample `from` on to the start of `into`; silence outside the source. */
  read(into: StereoBlock, from: number, count: number): void;
  /** The place in the source, in samples, that is heard at sample `at` of the result. Rises with `at`; for 0 it is where the sound starts. */
  placeOf(at: number): number;
  /** The room of the piece around sample `at` of the result; the whole search without it. */
  roomAt?(at: number): WsolaRoom;
}

const WHOLE_SEARCH: WsolaRoom = { back: WSOLA_SEARCH, on: WSOLA_SEARCH, keepsTempo: false };

/**
 * Changes the tempo and keeps the pitch: WSOLA (Verhelst and Roelands, ICASSP 1993). Pieces of 43 ms are laid over each other by half; each is taken from near its place so that it
 * continues the one before as smoothly as possible (normalised cross-correlation of both sides' sum, nearer ones first). Where the tempo is 1 the sound passes unchanged.
 * Each call of the result fills the first 1,024 samples of `into` with the next step. For step k (from 0) it reads the source up to `placeOf(1024 (k + 1)) + 1624`.
 */
export function createWsola(input: WsolaInput): (into: StereoBlock) => void {
  const fade = Float64Array.from({ length: WSOLA_STEP }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / PIECE) ** 2);
  const last = blockOf(WSOLA_STEP);
  const region = blockOf(PIECE + 2 * WSOLA_SEARCH);
  const wanted = new Float32Array(WSOLA_STEP);
  const offered = new Float32Array(region.left.length);
  let step = 0;
  /** Where the piece before would go on. */
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

  /** The shift at which the region continues `last` best. */
  function bestShift(room: WsolaRoom): number {
    for (let i = 0; i < WSOLA_STEP; i++) wanted[i] = (last.left[i] ?? 0) + (last.right[i] ?? 0);
    for (let i = 0; i < offered.length; i++) offered[i] = (region.left[i] ?? 0) + (region.right[i] ?? 0);
    const coarse = search(0, WSOLA_SEARCH, COARSE, room);
    return search(coarse, COARSE - 1, 1, room);
  }

  function search(middle: number, reach: number, stride: number, { back, on }: WsolaRoom): number {
    let best = middle;
    let highest = likeness(middle, stride);
    // Outwards from the middle, so that of equally good places the nearest wins.
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
