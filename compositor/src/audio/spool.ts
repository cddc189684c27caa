import type { PcmStream, StereoBlock } from './audio-format.ts';

/**
 * Function that long audio tasks call about every 3 s of audio. It yields to the event loop, so that the task can be
 * cancelled and the codec library's memory is freed. It may also report progress.
 */
export type TakeTurn = () => Promise<void>;

/** Number of samples that are stored at once. */
export const SPOOL_BLOCK = 16_384;
const BLOCKS_A_TURN = 8;

/**
 * Spool: stored audio with random access, used to play looped and reversed clips. It takes 384 kB a second, in Node in
 * a scratch file, in browsers in memory.
 */
export interface Spool {
  readonly samples: number;
  /**
   * Reads `count` samples, from sample `from` of the spool on, into `into` from index `offset` on. The samples must be
   * inside the spool.
   */
  read(into: StereoBlock, offset: number, from: number, count: number): void;
  /** Frees the stored audio. */
  close(): void;
}

/** Spool that is being filled. */
export interface SpoolWriter {
  readonly spool: Spool;
  /** Appends the first `count` samples of a block. */
  write(block: StereoBlock, count: number): void;
}

/** Options for storing a source in a spool. */
export interface SpoolOptions {
  /** Whether silence is added after the source's end, up to the requested number of samples. Default true. */
  pad?: boolean;
  takeTurn: TakeTurn;
}

/**
 * Stores up to `samples` samples of `source` in the empty spool of `writer`, and closes the source. The spool is closed
 * on failure.
 */
export async function spoolTo(
  writer: SpoolWriter,
  source: PcmStream,
  samples: number,
  { pad = true, takeTurn }: SpoolOptions,
): Promise<Spool> {
  const block = { left: new Float32Array(SPOOL_BLOCK), right: new Float32Array(SPOOL_BLOCK) };
  try {
    for (let stored = 0, blocks = 0; stored < samples; stored += SPOOL_BLOCK, blocks += 1) {
      const wanted = Math.min(SPOOL_BLOCK, samples - stored);
      if (source.ready) await source.ready(wanted);
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
