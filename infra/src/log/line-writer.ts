import { writeSync } from 'node:fs';

/** How often a reader that is slow is waited for, 10 ms each, before a line is dropped. */
const maxWaits = 100;

/**
 * Writes lines to a file descriptor at once, so that nothing is lost when the process ends.
 * When the reader has gone, lines are dropped without a word: whoever started the process is dead, and it must still be able to stop.
 * (pino's own destination retries a broken pipe for ever at exit, so the process would never end.)
 */
export function lineWriter(fd: number): { write(line: string): void } {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let gone = false;
  return {
    write(line) {
      let rest = Buffer.from(line);
      for (let waits = 0; rest.length > 0 && !gone && waits < maxWaits; ) {
        try {
          rest = rest.subarray(writeSync(fd, rest));
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') {
            waits += 1;
            Atomics.wait(pause, 0, 0, 10);
          } else {
            gone = true;
          }
        }
      }
    },
  };
}
