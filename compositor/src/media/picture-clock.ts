import type { Stream } from 'node-av/lib';

// Half of the coarsest rounded clock in use (1 ms).
const MAX_SLACK_SEC = 0.0005;

// Half a tick for the picture's own time stamp, half a tick for that of the file's second 0.
const MAX_ROUNDING_TICKS = 1;

/** How the time stamps of a picture stream are to be read. */
export interface Clock {
  /** Where a picture really starts, given what its time stamp says. */
  exact(ticks: number): number;
  /** How far from the truth a result of `exact` may still be, in ticks. */
  slack: number;
}

/**
 * Matroska rounds times to milliseconds: at a constant frame rate the n-th picture is put back to exactly n / rate, so that pictures do not change a
 * millisecond early; at a variable one half a tick of doubt remains. Fine clocks (1/90000 s) lose nothing worth mentioning to rounding, and coarse
 * ones (1/30 s) are not rounded at all.
 */
export function describeClock(stream: Stream): Clock {
  const { num, den } = stream.timeBase;
  const { avgFrameRate: average, rFrameRate: base } = stream;
  const rounded = num === 1 && den === 1000;
  const constant =
    average.num > 0 && average.den > 0 && Math.abs(average.toDouble() - base.toDouble()) < 0.001 * average.toDouble();
  if (!rounded || !constant)
    return { exact: (ticks) => ticks, slack: Math.min(0.5, (MAX_SLACK_SEC * den) / num) + 1e-6 };
  const period = (base.den * den) / base.num;
  return {
    exact(ticks) {
      const onGrid = Math.round(ticks / period) * period;
      return Math.abs(onGrid - ticks) <= MAX_ROUNDING_TICKS + 1e-6 ? onGrid : ticks;
    },
    slack: 1e-3,
  };
}
