import type { PcmStream, StereoBlock } from './audio-format.ts';
import type { Spool } from './spool.ts';

/** Sound that can be read from any place, silent outside its ends. */
export interface RandomSound {
  /** Copies `count` samples from sample `from` on, which may be negative, to the start of `into`. */
  read(into: StereoBlock, from: number, count: number): void;
  close(): void;
}

/** A spool as it is, or again and again from its start when `loop`. Closes the spool with itself. */
export function soundOfSpool(spool: Spool, loop: boolean): RandomSound {
  return {
    read(into, from, count) {
      for (let done = 0; done < count; ) {
        const at = from + done;
        const place = loop ? at - Math.floor(at / spool.samples) * spool.samples : at;
        const inside = place >= 0 && place < spool.samples;
        const until = inside ? spool.samples : place < 0 ? 0 : Number.POSITIVE_INFINITY;
        const part = Math.min(count - done, until - place);
        if (inside) spool.read(into, done, place, part);
        else {
          into.left.fill(0, done, done + part);
          into.right.fill(0, done, done + part);
        }
        done += part;
      }
    },
    close: () => spool.close(),
  };
}

/** The most samples that are read from a stream's sound at once. */
const WINDOW = 8_192;

/**
 * A stream to be read onwards: no read begins before the one ahead of it did, unless before the stream's first sample, or takes more than 8,192 samples.
 * Closes the stream with itself.
 */
export function soundOfStream(stream: PcmStream): RandomSound {
  const window = { left: new Float32Array(WINDOW), right: new Float32Array(WINDOW) };
  /** Place of the window's first sample, and how many it has. */
  let start = 0;
  let held = 0;

  function hold(until: number): void {
    const wanted = Math.max(0, until - start - held);
    const got = wanted > 0 ? stream.read(window, held, wanted) : 0;
    for (const side of [window.left, window.right]) side.fill(0, held + got, held + wanted);
    held += wanted;
  }

  function forget(until: number): void {
    for (; start + held < until; hold(Math.min(until, start + WINDOW))) {
      start += held;
      held = 0;
    }
    const past = Math.max(0, until - start);
    for (const side of [window.left, window.right]) side.copyWithin(0, past, held);
    start += past;
    held -= past;
  }

  return {
    read(into, from, count) {
      forget(from);
      hold(from + count);
      const silent = Math.min(count, Math.max(0, -from));
      for (const side of ['left', 'right'] as const) {
        into[side].fill(0, 0, silent);
        into[side].set(window[side].subarray(0, count - silent), silent);
      }
    },
    close: () => stream.close(),
  };
}

/** A sound whose sample 0 is sample `by` of another. */
export function later(sound: RandomSound, by: number): RandomSound {
  return { read: (into, from, count) => sound.read(into, from + by, count), close: () => sound.close() };
}

/** A sound backwards: its sample 0 is the one before sample `end`. */
export function backwards(sound: RandomSound, end: number): RandomSound {
  return {
    read(into, from, count) {
      sound.read(into, end - from - count, count);
      into.left.subarray(0, count).reverse();
      into.right.subarray(0, count).reverse();
    },
    close: () => sound.close(),
  };
}
