import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { SPOOL_BLOCK, type Spool, type SpoolWriter, type TakeTurn } from './spool.ts';

const BYTES_PER_SAMPLE = 8;

/** Yields to the event loop and does nothing else. */
export const justATurn: TakeTurn = () => setImmediate();

/** Creates an empty spool in a scratch file at `path`. Closing the spool removes the file. */
export function openSpool(path: string): SpoolWriter {
  const file = openSync(path, 'w+');
  const mixed = new Float32Array(SPOOL_BLOCK * 2);
  const bytes = new Uint8Array(mixed.buffer);
  let samples = 0;
  const spool: Spool = {
    get samples() {
      return samples;
    },
    read(into, offset, from, count) {
      for (let done = 0; done < count; ) {
        const part = Math.min(SPOOL_BLOCK, count - done);
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
        const part = Math.min(SPOOL_BLOCK, count - done);
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
