import type { Stream } from 'node-av/lib';

// Half of the coarsest rounded clock in use (1 ms).
const MAX_SLACK_SEC = 0.0005;

// Half a tick for the frame's own time stamp, half a tick for that of the file's time zero.
const MAX_ROUNDING_TICKS = 1;

// Relative errors of rounded rates: 29.97 for 30000/1001 is 1 in 1,000,000 too low; 16,683 microseconds as the period
// of 60000/1001 are 1 in 50,000 too short.
const DECIMALS = 1.2e-6;
const MICROSECONDS = 2.5e-5;

/** Corrects the time stamps of a video stream for rounding by the container. */
export interface Clock {
  /** Returns the unrounded start of a frame for its time stamp, both in ticks. */
  exact(ticks: number): number;
  /** Largest remaining error of the results of `exact`, in ticks. */
  slack: number;
}

/**
 * Derives the correction for the rounded time stamps of a video stream. At a constant frame rate, the start of frame n
 * becomes exactly n / rate. Without the correction, frames in Matroska, which rounds times to 1 ms, would appear up to
 * a millisecond early. At a variable rate, an error of half a tick remains. With a fine clock (1/90000 s) the rounding
 * is negligible; with a coarse clock (1/30 s) times are not rounded.
 *
 * Frame rates in files are rounded too and are also corrected: otherwise each frame of a video at 29.97 fps would be
 * late in a project at 30000/1001 fps after the first minute.
 */
export function describeClock(stream: Stream): Clock {
  const { num, den } = stream.timeBase;
  const { avgFrameRate: average, rFrameRate: base } = stream;
  const second = den / num;
  const rounded = num === 1 && den === 1000;
  const constant =
    average.num > 0 && average.den > 0 && Math.abs(average.toDouble() - base.toDouble()) < 0.001 * average.toDouble();
  const period = second / meantRate(base.toDouble());
  const counted = Math.round(period);
  // The clock may follow the rounded rate itself, with a whole number of ticks for each frame.
  const stretch = constant && Math.abs(counted - period) < MICROSECONDS * period ? period / counted : 1;
  const rounding = Math.min(MAX_ROUNDING_TICKS, period / 4) + 1e-6;
  return {
    exact(ticks) {
      const meant = ticks * stretch;
      if (!constant) return meant;
      const onGrid = Math.round(meant / period) * period;
      return Math.abs(onGrid - meant) <= rounding + DECIMALS * Math.abs(meant) ? onGrid : meant;
    },
    slack: rounded && constant ? 1e-3 : Math.min(0.5, MAX_SLACK_SEC * second) + 1e-6,
  };
}

/** Returns the exact rate n / 1.001 for a rounded one such as 29.97. Any other rate is returned unchanged. */
function meantRate(rate: number): number {
  const meant = (Math.round(rate * 1.001) * 1000) / 1001;
  return Math.abs(meant - rate) < MICROSECONDS * rate ? meant : rate;
}
