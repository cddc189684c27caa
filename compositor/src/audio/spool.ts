import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { PcmStream, StereoBlock } from './audio-format.ts';

/**
 * Function that long audio tasks call about every 3 s of audio. It yields to the event loop, so that the task can be
 * cancelled and the codec library's memory is freed. It may also report progress.
 */
export type TakeTurn = () => Promise<void>;

/** Yields to the event loop and does nothing else. */
export const justATurn: TakeTurn = () => setImmediate();

const BLOCK = 16_384;
const BLOCKS_A_TURN = 8;
const BYTES_PER_SAMPLE = 8;

/**
 * Spool: audio in a scratch file with random access, used to play looped and reversed clips. The file takes 384 kB a
 * second.
 */
export interface Spool {
  readonly samples: number;
  /**
   * Reads `count` samples, from sample `from` of the spool on, into `into` from index `offset` on. The samples must be
   * inside the spool.
   */
  read(into: StereoBlock, offset: number, from: number, count: number): void;
  /** Closes and removes the file. */
  close(): void;
}

/** Options for storing a source in a spool. */
export interface SpoolOptions {
  /** Whether silence is added after the source's end, up to the requested number of samples. Default true. */
  pad?: boolean;
  takeTurn?: TakeTurn;
}

/**
 * Stores up to `samples` samples of `source` in a file at `path`, and closes the source. The file is removed on
 * failure.
 */
export async function spoolTo(
  path: string,
  source: PcmStream,
  samples: number,
  { pad = true, takeTurn = justATurn }: SpoolOptions = {},
): Promise<Spool> {
  const writer = openSpool(path);
  const block = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
  try {
    for (let stored = 0, blocks = 0; stored < samples; stored += BLOCK, blocks += 1) {
      const wanted = Math.min(BLOCK, samples - stored);
      const got = source.read(block, 0, wanted);
      if (got < wanted && !pad) {
        writer.write(block, got);
        break;
      }
      block.left.fill(0, got, wanted);
      block.right.fill(0, got, wanted);
      writer.write(block, wanted);
      if (blocks % BLOCKS_A_TURN === 0) await takeTurn();
    }
  } catch (error) {
    writer.spool.close();
    throw error;
  } finally {
    source.close();
  }
  return writer.spool;
}

/** Creates an empty spool at `path`; `write` appends the first `count` samples of a block. */
export function openSpool(path: string): { spool: Spool; write(block: StereoBlock, count: number): void } {
  const file = openSync(path, 'w+');
  const mixed = new Float32Array(BLOCK * 2);
  const bytes = new Uint8Array(mixed.buffer);
  let samples = 0;
  const spool: Spool = {
    get samples() {
      return samples;
    },
    read(into, offset, from, count) {
      for (let done = 0; done < count; ) {
        const part = Math.min(BLOCK, count - done);
        readSync(file, bytes, 0, part * BYTES_PER_SAMPLE, (from + done) * BYTES_PER_SAMPLE);
        for (let i = 0; i < part; i++) {
          into.left[offset + done + i] = mixed[2 * i] ?? 0;
          into.right[offset + done + i] = mixed[2 * i + 1] ?? 0;
        }
        done += part;
      }
    },
    close() {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
  return {
    spool,
    write(block, count) {
      for (let done = 0; done < count; ) {
        const part = Math.min(BLOCK, count - done);
        for (let i = 0; i < part; i++) {
          mixed[2 * i] = block.left[done + i] ?? 0;
          mixed[2 * i + 1] = block.right[done + i] ?? 0;
        }
        writeSync(file, bytes, 0, part * BYTES_PER_SAMPLE, samples * BYTES_PER_SAMPLE);
        samples += part;
        done += part;
      }
    },
  };
}

/** Direction and repetition of a spool's playback. */
export interface SpoolPlay {
  reverse: boolean;
  /** Whether the spool repeats endlessly. */
  loop: boolean;
  /** Number of samples that the first repetition skips, at most the whole spool. Default 0. */
  skip?: number;
}

/** Plays a spool from its start or, reversed, from its end. Closing the result closes the spool. */
export function playSpool(spool: Spool, { reverse, loop, skip = 0 }: SpoolPlay): PcmStream {
  let position = skip;
  return {
    read(into, offset, count) {
      let done = 0;
      while (done < count && spool.samples > 0) {
        if (position === spool.samples) {
          if (!loop) break;
          position = 0;
        }
        const part = Math.min(count - done, spool.samples - position);
        if (reverse) {
          spool.read(into, offset + done, spool.samples - position - part, part);
          into.left.subarray(offset + done, offset + done + part).reverse();
          into.right.subarray(offset + done, offset + done + part).reverse();
        } else spool.read(into, offset + done, position, part);
        position += part;
        done += part;
      }
      return done;
    },
    close: () => spool.close(),
  };
}
