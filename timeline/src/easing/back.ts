import { type Curve, type CurveFamily, familyOf } from './curve.ts';

const OVERSHOOT = 1.70158;

/**
 * Overshooting easing that first moves back by a tenth. Constants of Penner's easings; inOut moves back a little more.
 */
export const back: CurveFamily = familyOf(backBy(OVERSHOOT), backBy(OVERSHOOT * 1.525));

function backBy(overshoot: number): Curve {
  return {
    value: (t) => (overshoot + 1) * t ** 3 - overshoot * t * t,
    area: (t) => ((overshoot + 1) * t ** 4) / 4 - (overshoot * t ** 3) / 3,
  };
}
