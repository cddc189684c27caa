import { writeSync } from 'node:fs';

/** Maximum number of waits for a slow reader at the end of the process, 10 ms each. */
const maxWaits = 100;
/** Maximum size of the lines waiting for a slow reader, in bytes. Further lines are dropped. */
const mostWaiting = 4_000_000;
/** Pause between two tries to write waiting lines, in ms. */
const retryMs = 10;

/**
 * Creates a writer that writes lines to a file descriptor at once, so that nothing is lost when the process ends. For
 * a slow reader, lines wait in memory; the end of the process waits for at most a second. A process never blocks
 * because its log is not read. When the reader has closed the pipe, lines are dropped silently: the parent process is
 * dead, and this process must still be able to stop. (pino's own destination retries a broken pipe for ever at exit,
 * so the process would never end.)
 */
export function lineWriter(fd: number): { write(line: string): void } {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let gone = false;
  let timer: NodeJS.Timeout | undefined;

  /** Writes waiting lines. Returns false when the reader takes no more at the moment. */
  function flush(): boolean {
    while (!gone && waiting[0] !== undefined) {
      const [first] = waiting;
      try {
        const written = writeSync(fd, first);
        waitingBytes -= written;
        if (written === first.length) waiting.shift();
        else waiting[0] = first.subarray(written);
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return false;
        gone = true;
        waiting = [];
      }
    }
    return true;
  }

  let isSlow = false;

  function tryAgain(): void {
    timer = undefined;
    if (flush()) return;
    timer = setTimeout(tryAgain, retryMs).unref();
    if (!isSlow) process.once('exit', finish);
    isSlow = true;
  }

  function finish(): void {
    for (let waits = 0; !flush() && waits < maxWaits; waits += 1) Atomics.wait(pause, 0, 0, retryMs);
  }

  return {
    write(line) {
      const bytes = Buffer.from(line);
      if (gone || waitingBytes + bytes.length > mostWaiting) return;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (timer === undefined) tryAgain();
    },
  };
}
