import type { PcmStream, StereoBlock } from './audio-format.ts';
import type { Spool } from './spool.ts';

/** Audio with random access; silent before its start and after its end. */
export interface SeekableAudio {
  /** Copies `count` samples, from sample `from` on, to the start of `into`. `from` may be negative. */
  read(into: StereoBlock, from: number, count: number): void;
  /** Loads the audio up to sample `until`. Must be awaited before it is read. Absent: reads need no loading. */
  ready?: ((until: number) => Promise<void>) | undefined;
  close(): void;
}

/** Wraps the audio of a scratch file, repeated endlessly with `loop`. Closing the result closes the file. */
export function audioOfSpool(spool: Spool, loop: boolean): SeekableAudio {
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

/**
 * Wraps a stream that is read forward, so that reads can go back by up to `kept` samples. Closing the result closes the
 * stream.
 */
export function audioOfStream(stream: PcmStream, kept: number): SeekableAudio {
  const window = { left: new Float32Array(2 * kept), right: new Float32Array(2 * kept) };
  /** Position of the buffer's first sample in the stream. `held` is the number of samples in the buffer. */
  let start = 0;
  let held = 0;
  const load = stream.ready;

  function hold(until: number): void {
    while (start + held < until) {
      if (held === 2 * kept) forget();
      const wanted = Math.min(2 * kept - held, until - start - held);
      const got = stream.read(window, held, wanted);
      for (const side of [window.left, window.right]) side.fill(0, held + got, held + wanted);
      held += wanted;
    }
  }

  function forget(): void {
    for (const side of [window.left, window.right]) side.copyWithin(0, kept);
    start += kept;
    held = kept;
  }

  return {
    read(into, from, count) {
      hold(from + count);
      const silent = Math.min(count, Math.max(0, -from));
      const first = from + silent - start;
      for (const side of ['left', 'right'] as const) {
        into[side].fill(0, 0, silent);
        into[side].set(window[side].subarray(first, first + count - silent), silent);
      }
    },
    ready: load && ((until) => load(Math.max(0, until - start - held))),
    close: () => stream.close(),
  };
}

/** Returns a view of `audio` that starts `by` samples later: its sample 0 is sample `by` of `audio`. */
export function later(audio: SeekableAudio, by: number): SeekableAudio {
  const load = audio.ready;
  return {
    read: (into, from, count) => audio.read(into, from + by, count),
    ready: load && ((until) => load(until + by)),
    close: () => audio.close(),
  };
}

/** Returns reversed audio: its sample 0 is sample `end` - 1 of `audio`. */
export function backwards(audio: SeekableAudio, end: number): SeekableAudio {
  return {
    read(into, from, count) {
      audio.read(into, end - from - count, count);
      into.left.subarray(0, count).reverse();
      into.right.subarray(0, count).reverse();
    },
    close: () => audio.close(),
  };
}
