import { median, percentile } from '../measure/statistics.ts';
import type { CrowdFigures } from './crowd.ts';
import { type SlowProbe, slowProbes } from './guest-report.ts';

/** `GET /v1/me` of the other customer, milliseconds. */
const meP99Ms = 100;
/** Everything else that it does, in times of what it takes when nobody else is there. */
const timesOfControl = 3;
/** What the API's own thread may hold more than without a crowd, megabytes. */
const ownGrowthMb = 256;
/** Growth of the API process over `lastSec` at the end of a run, megabytes. */
export const growthMb = 20;
/** Length of that time, seconds. */
export const lastSec = 300;

/** What another customer is promised, beside what was measured. */
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

/** The bars of one window; times are medians. Without a sample of a kind in one of the two there is no bar of it. */
export function barsOf(figures: CrowdFigures, control: CrowdFigures): Bar[] {
  return [
    { what: '`GET /v1/me` p99', measured: figures.meP99Ms, limit: meP99Ms, unit: 'ms' },
    ...slowProbes.flatMap((probe): Bar[] => {
      const [times, quiet] = [figures.probes[probe], control.probes[probe]];
      if (times.length === 0 || quiet.length === 0) return [];
      return [{ what: words[probe], measured: median(times), limit: timesOfControl * median(quiet), unit: 'ms' }];
    }),
    { what: 'requests and renders that failed', measured: figures.failed, limit: 0, unit: 'failed' },
    {
      ...{ what: "memory of the API's own thread above control", measured: figures.ownMb - control.ownMb },
      ...{ limit: ownGrowthMb, unit: 'MB' },
    },
  ];
}

/** Whether a bar is reached. */
export function isReachedBar({ measured, limit }: Bar): boolean {
  return measured <= limit;
}

/** How far the worst bar is missed or reached: over 1 is missed. */
export function badness(figures: CrowdFigures, control: CrowdFigures): number {
  return Math.max(...barsOf(figures, control).map(({ measured, limit }) => measured / Math.max(limit, 0.5)));
}

/** The bars of a run: over all windows, the worst of those windows that count, and the growth of the API. */
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
    ...[...worst.values()].map((bar) => ({ ...bar, what: `${bar.what}, worst window` })),
    { what: `growth of the API process in the last ${lastSec} s`, measured: growth, limit: growthMb, unit: 'MB' },
  ];
}

/** A bar in words: `HTML preview: 12 ms of 30 ms`. */
export function describeBar({ what, measured, limit, unit }: Bar): string {
  return `${what}: ${measured.toFixed(0)} of at most ${limit.toFixed(0)} ${unit}`;
}
