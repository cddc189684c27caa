import { type Curve, type CurveFamily, familyOf } from './curve.ts';

/** Easing of a spring whose oscillation grows. Periods of Penner's easings. */
export const elastic: CurveFamily = familyOf(swing(3, 10.75), swing(4.5, 11.125));

function swing(period: number, phase: number): Curve {
  const turn = (2 * Math.PI) / period;
  const growth = 10 * Math.LN2;
  const frequency = 10 * turn;
  const antiderivative = (t: number) => {
    const angle = (10 * t - phase) * turn;
    const wave = growth * Math.sin(angle) - frequency * Math.cos(angle);
    return (-(2 ** (10 * t - 10)) * wave) / (growth * growth + frequency * frequency);
  };
  return {
    value: (t) => {
      if (t <= 0) return 0;
      return t >= 1 ? 1 : -(2 ** (10 * t - 10)) * Math.sin((10 * t - phase) * turn);
    },
    area: (t) => antiderivative(t) - antiderivative(0),
  };
}
