import type { Stream } from 'node-av/lib';

// Half of the coarsest rounded clock in use (1 ms).
const MAX_SLACK_SEC = 0.0005;

// Half a tick for the picture's own time stamp, half a tick for that of the file's second 0.
const MAX_ROUNDING_TICKS = 1;

// 29.97 for 30000/1001 is 1 in 1,000,000 too low, 16,683 microseconds for its half are 1 in 50,000 too short.
const DECIMALS = 1.2e-6;
const MICROSECONDS = 2.5e-5;

/** How the time stamps of a picture stream are to be read. */
export interface Clock {
  /** Where a picture really starts, given what its time stamp says. */
  exact(ticks: number): number;
  /** How far from the truth a result of `exact` may still be, in ticks. */
  slack: number;
}

/**
 * Clocks round. At a constant frame rate the n-th picture is put back to exactly n / rate, so that pictures do not change a millisecond early in Matroska, which rounds
 * times to that; at a variable one half a tick of doubt remains. Fine clocks (1/90000 s) lose nothing worth mentioning to rounding, and coarse ones (1/30 s) are not
 * rounded at all. Rates are rounded as well: of a film at 29.97, each picture would come late in a project at 30000/1001 after the first minute.
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
  // The clock itself goes by the rounded rate: so many whole ticks a picture.
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

/** The rate that was meant: of those with 1.001 the exact one. */
function meantRate(rate: number): number {
  const meant = (Math.round(rate * 1.001) * 1000) / 1001;
  return Math.abs(meant - rate) < MICROSECONDS * rate ? meant : rate;
}
