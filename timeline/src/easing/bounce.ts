import { type CurveFamily, familyOf } from './curve.ts';

const STEEP = 7.5625;
const STEP = 1 / 2.75;

/**
 * Parabolas of a ball that falls and bounces three times. Each ends at `until`, has its lowest point at `centre` and is
 * offset by `lift`.
 */
const ARCS = [
  { until: STEP, centre: 0, lift: 0 },
  { until: 2 * STEP, centre: 1.5 * STEP, lift: 0.75 },
  { until: 2.5 * STEP, centre: 2.25 * STEP, lift: 0.9375 },
  { until: 1, centre: 2.625 * STEP, lift: 0.984375 },
];

/** Easing of a bouncing ball. */
export const bounce: CurveFamily = familyOf({
  value: (t) => 1 - fall(1 - t),
  area: (t) => t - (fallArea(1) - fallArea(1 - t)),
});

function fall(t: number): number {
  const arc = ARCS.find(({ until }) => t < until) ?? { centre: 2.625 * STEP, lift: 0.984375 };
  return STEEP * (t - arc.centre) ** 2 + arc.lift;
}

function fallArea(t: number): number {
  let area = 0;
  let from = 0;
  for (const { until, centre, lift } of ARCS) {
    const to = Math.min(t, until);
    area += (STEEP * ((to - centre) ** 3 - (from - centre) ** 3)) / 3 + lift * (to - from);
    if (t <= until) break;
    from = until;
  }
  return area;
}
