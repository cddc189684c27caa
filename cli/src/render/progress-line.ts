/**
 * Output stream of the progress. On a terminal the progress bar is redrawn; other streams get a plain line every few
 * seconds.
 */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Line that shows the progress of a render. */
export interface ProgressLine {
  /** Shows that `done` frames are complete. Redraws at most 10 times a second. */
  update(done: number): void;
  /** Ends the progress line, so that further output starts on a new line. */
  end(): void;
}

const REDRAW_MS = 100;
const PLAIN_LINE_MS = 5_000;

/**
 * Creates the progress line. `now` returns monotonic milliseconds. The speed shown is the average since the start. The
 * time left follows from the speed since the first complete frame, before which processes start and sources are opened.
 */
export function createProgressLine(output: ProgressOutput, total: number, now: () => number): ProgressLine {
  const started = now();
  const tty = output.isTTY === true;
  let drawn = Number.NEGATIVE_INFINITY;
  let shown = false;
  let completed = false;
  let first: { done: number; at: number } | null = null;
  return {
    update(done) {
      const elapsed = now() - started;
      const complete = done >= total;
      if (completed) return;
      completed = complete;
      if (done > 0) first ??= { done, at: now() };
      const isMoving = first !== null && done > first.done && now() > first.at;
      const leftSec = isMoving && first ? ((total - done) * (now() - first.at)) / (done - first.done) / 1000 : null;
      if (!complete && now() - drawn < (tty ? REDRAW_MS : PLAIN_LINE_MS)) return;
      drawn = now();
      const text = describeProgress(done, total, elapsed / 1000, leftSec);
      if (tty) output.write(`\r\x1b[K${bar(done / total, (output.columns ?? 80) - text.length - 4)} ${text}`);
      else output.write(`${text}\n`);
      shown = tty;
    },
    end() {
      if (shown) output.write('\n');
      shown = false;
    },
  };
}

/**
 * Formats the progress of a render, for example "42 % · 150/360 frames · 48.2 fps · 5 s left". `leftSec` is null while
 * the time left is unknown.
 */
export function describeProgress(done: number, total: number, elapsedSec: number, leftSec: number | null): string {
  const fps = elapsedSec > 0 ? done / elapsedSec : 0;
  const percent = Math.floor((100 * done) / total);
  const left = leftSec !== null && done < total ? ` · ${duration(leftSec)} left` : '';
  return `${percent} % · ${done}/${total} frames · ${fps.toFixed(1)} fps${left}`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function bar(part: number, width: number): string {
  const cells = Math.max(5, Math.min(40, width));
  const full = Math.round(part * cells);
  return `[${'#'.repeat(full)}${'-'.repeat(cells - full)}]`;
}
