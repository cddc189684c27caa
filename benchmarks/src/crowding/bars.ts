import { median, percentile } from '../measure/statistics.ts';
import type { CrowdFigures } from './crowd.ts';
import { type SlowProbe, slowProbes } from './guest-report.ts';

/** Maximum 99th percentile of the response time of `GET /v1/me` for the measured account, in ms. */
const meP99Ms = 100;
/** Maximum of all other times of the measured account, as a multiple of the times on an idle service. */
const timesOfControl = 3;
/** Maximum increase of the memory of the API's main thread compared with an idle service, in MB. */
const ownGrowthMb = 256;
/**
 * Maximum growth of the resident memory of the API process during the last `lastSec` of a run, in MB. The memory is
 * measured at the start and at the end of this time, each time after a period without attacks and a garbage collection.
 * The memory during attacks depends on the calls that run, so it is not compared.
 */
export const growthMb = 20;
/** Length of the last period of a run whose memory growth is limited, in seconds. */
export const lastSec = 300;

/**
 * Limit that attacks must not make the service exceed (a "bar"), with the measured value. The value is a time or a
 * number of failures of the measured account, or the memory of the API process.
 */
export interface Bar {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  readonly unit: 'ms' | 'MB' | 'failed';
}

const words: Record<SlowProbe, string> = {
  render: 'render of 1 s, from its order to COMPLETED',
  delivery: 'delivery of its file to a receiver that takes it',
  preview: 'HTML preview',
  frame: 'preview frame of an html clip',
};

function probeBars(windows: readonly CrowdFigures[], control: CrowdFigures): Bar[] {
  return slowProbes.flatMap((probe): Bar[] => {
    const [times, quiet] = [windows.flatMap(({ probes }) => probes[probe]), control.probes[probe]];
    if (times.length === 0 || quiet.length === 0) return [];
    return [{ what: words[probe], measured: median(times), limit: timesOfControl * median(quiet), unit: 'ms' }];
  });
}

/**
 * Returns the limits with measured values ("bars") of one measurement period. The time of `GET /v1/me` is a 99th
 * percentile; all other times are medians. `control` is a period without attacks. Operations that have no samples in
 * one of the two periods are left out.
 */
export function barsOf(figures: CrowdFigures, control: CrowdFigures): Bar[] {
  return [
    { what: '`GET /v1/me` p99', measured: figures.meP99Ms, limit: meP99Ms, unit: 'ms' },
    ...probeBars([figures], control),
    { what: 'requests and renders that failed', measured: figures.failed, limit: 0, unit: 'failed' },
    {
      ...{ what: "memory of the API's own thread above control", measured: figures.ownMb - control.ownMb },
      ...{ limit: ownGrowthMb, unit: 'MB' },
    },
  ];
}

/** Whether the measured value is within the limit. */
export function isReachedBar({ measured, limit }: Bar): boolean {
  return measured <= limit;
}

/** Returns the largest ratio of a measured value to its limit. Values over 1 mean that a limit is exceeded. */
export function badness(figures: CrowdFigures, control: CrowdFigures): number {
  return Math.max(...barsOf(figures, control).map(({ measured, limit }) => measured / Math.max(limit, 0.5)));
}

/**
 * Returns the limits with measured values ("bars") of a whole run. The first are the p99 of `GET /v1/me` and the
 * medians of the other times over all measurement periods `windows`. They are followed by the worst value of each limit
 * among the periods `counted`, and by the growth of the API process (`growth`, in MB).
 */
export function barsOfRun(
  control: CrowdFigures,
  windows: readonly CrowdFigures[],
  counted: readonly CrowdFigures[],
  growth: number,
): Bar[] {
  const all = windows.flatMap(({ meMs }) => meMs);
  const worst = new Map<string, Bar>();
  for (const bar of counted.flatMap((figures) => barsOf(figures, control))) {
    const known = worst.get(bar.what);
    if (!known || bar.measured > known.measured) worst.set(bar.what, bar);
  }
  return [
    { what: '`GET /v1/me` p99 of the whole run', measured: percentile(all, 0.99), limit: meP99Ms, unit: 'ms' },
    ...probeBars(windows, control).map((bar) => ({ ...bar, what: `${bar.what}, median of the whole run` })),
    ...[...worst.values()].map((bar) => ({ ...bar, what: `${bar.what}, worst window` })),
    {
      what: `growth of the API process in the last ${lastSec} s, without garbage`,
      measured: growth,
      limit: growthMb,
      unit: 'MB',
    },
  ];
}

/** Formats a limit with its measured value, such as `HTML preview: 12 of at most 30 ms`. */
export function describeBar({ what, measured, limit, unit }: Bar): string {
  return `${what}: ${measured.toFixed(0)} of at most ${limit.toFixed(0)} ${unit}`;
}
