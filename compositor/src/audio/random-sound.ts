import type { StereoBlock } from './audio-format.ts';
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
