import { FramemillError } from '@framemill/timeline/rendering';
import type { StereoBlock } from '../../audio/audio-format.ts';
import { SPOOL_BLOCK, type Spool, type SpoolWriter } from '../../audio/spool.ts';

/** Most samples of one spool: 20 minutes, 460 MB. */
const mostSamples = 20 * 60 * 48_000;

/** Creates an empty spool in memory. Throws `invalid_request` when more than 20 minutes are written to it. */
export function openMemorySpool(): SpoolWriter {
  const blocks: StereoBlock[] = [];
  let samples = 0;

  /** Calls `visit` for each block that has some of samples [from, from + count), and how many were before it. */
  function through(
    from: number,
    count: number,
    visit: (block: StereoBlock, at: number, part: number, done: number) => void,
  ): void {
    for (let done = 0; done < count; ) {
      const place = from + done;
      const at = place % SPOOL_BLOCK;
      const part = Math.min(count - done, SPOOL_BLOCK - at);
      const index = Math.floor(place / SPOOL_BLOCK);
      const block = blocks[index] ?? { left: new Float32Array(SPOOL_BLOCK), right: new Float32Array(SPOOL_BLOCK) };
      blocks[index] = block;
      visit(block, at, part, done);
      done += part;
    }
  }

  const spool: Spool = {
    get samples() {
      return samples;
    },
    read(into, offset, from, count) {
      through(from, count, (block, at, part, done) => {
        for (const side of ['left', 'right'] as const) {
          into[side].set(block[side].subarray(at, at + part), offset + done);
        }
      });
    },
    close() {
      blocks.length = 0;
    },
  };
  return {
    spool,
    write(block, count) {
      if (samples + count > mostSamples) {
        throw new FramemillError(
          'invalid_request',
          'The browser can reverse, repeat, ramp or normalize at most 20 minutes of audio. Use shorter clips.',
        );
      }
      through(samples, count, (stored, at, part, done) => {
        for (const side of ['left', 'right'] as const) stored[side].set(block[side].subarray(done, done + part), at);
      });
      samples += count;
    },
  };
}
