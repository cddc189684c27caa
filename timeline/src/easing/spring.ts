import type { Curve } from './curve.ts';

// Stiffness 100, damping 10, mass 1: oscillates at sqrt(75) rad/s while it decays by exp(-5 s).
const FADE = 5;
const FREQUENCY = Math.sqrt(75);
/** Time at which the oscillation has decayed below half a percent, which is the end of the segment. Seconds. */
const SETTLED = Math.log(200 * Math.sqrt(4 / 3)) / FADE;

/**
 * Easing of a damped spring that is released at 0, rescaled to the segment.
 * The rest of the oscillation at the end is distributed over the segment, so that it ends at exactly 1.
 */
export const spring: Curve = {
  value: (t) => {
    if (t <= 0) return 0;
    return t >= 1 ? 1 : swing(t * SETTLED) + t * (1 - swing(SETTLED));
  },
  area: (t) => swingArea(t * SETTLED) / SETTLED + (t * t * (1 - swing(SETTLED))) / 2,
};

function swing(s: number): number {
  return 1 - Math.exp(-FADE * s) * (Math.cos(FREQUENCY * s) + (FADE / FREQUENCY) * Math.sin(FREQUENCY * s));
}

function swingArea(s: number): number {
  // The integral of exp(-a s) (cos(w s) + a/w sin(w s)), from 0; a^2 + w^2 = 100.
  const wave = (w: number) =>
    Math.exp(-FADE * w) *
    (-2 * FADE * Math.cos(FREQUENCY * w) + (FREQUENCY - (FADE * FADE) / FREQUENCY) * Math.sin(FREQUENCY * w));
  return s - (wave(s) - wave(0)) / (FADE * FADE + FREQUENCY * FREQUENCY);
}
