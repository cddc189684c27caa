import type { TimeMapPoint } from '@framemill/timeline';
import { type PcmStream, SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import type { Spool } from './spool.ts';

const BLOCK = 4096;

/**
 * Plays a spool whose first sample is source sample `first` along a speed ramp: sample n of the result is the source at the time that `map` gives for n,
 * interpolated with a cubic through the four samples around it. Pitch follows speed. Ends with the map. Closes the spool with itself.
 */
export function playRamp(spool: Spool, map: readonly TimeMapPoint[], first: number): PcmStream {
  const end = map.at(-1)?.atSample ?? 0;
  const window = createWindow(spool);
  let at = 0;
  let segment = 0;
  return {
    read(into, offset, count) {
      const part = Math.min(count, end - at);
      for (let i = 0; i < part; i++, at++) {
        while (segment + 2 < map.length && (map[segment + 1]?.atSample ?? 0) <= at) segment += 1;
        const place = placeAt(map[segment], map[segment + 1], at) - first;
        const whole = Math.floor(place);
        window.load(whole);
        const along = place - whole;
        into.left[offset + i] = cubic(window.left, window.index(whole), along);
        into.right[offset + i] = cubic(window.right, window.index(whole), along);
      }
      return Math.max(0, part);
    },
    close: () => spool.close(),
  };
}

function placeAt(from: TimeMapPoint | undefined, to: TimeMapPoint | undefined, at: number): number {
  if (!from || !to) return (from?.sourceSec ?? 0) * SAMPLE_RATE;
  const along = (at - from.atSample) / (to.atSample - from.atSample);
  return (from.sourceSec + (to.sourceSec - from.sourceSec) * along) * SAMPLE_RATE;
}

/** Catmull-Rom through the samples at index - 1 ... index + 2. */
function cubic(values: Float32Array, index: number, along: number): number {
  const a = values[index - 1] ?? 0;
  const b = values[index] ?? 0;
  const c = values[index + 1] ?? 0;
  const d = values[index + 2] ?? 0;
  return b + 0.5 * along * (c - a + along * (2 * a - 5 * b + 4 * c - d + along * (3 * (b - c) + d - a)));
}

interface SpoolWindow extends StereoBlock {
  /** Makes the samples around `place` available; silence outside the spool. */
  load(place: number): void;
  index(place: number): number;
}

function createWindow(spool: Spool): SpoolWindow {
  const left = new Float32Array(BLOCK);
  const right = new Float32Array(BLOCK);
  let start = Number.NaN;
  return {
    left,
    right,
    load(place) {
      if (place - 1 >= start && place + 2 < start + BLOCK) return;
      // Centred, since a ramp may run either way.
      start = place - BLOCK / 2;
      left.fill(0);
      right.fill(0);
      const from = Math.max(0, start);
      const until = Math.min(spool.samples, start + BLOCK);
      if (until > from) spool.read({ left, right }, from - start, from, until - from);
    },
    index: (place) => place - start,
  };
}
