import { FramemillError } from '../errors/framemill-error.ts';
import type { EasingName } from '../vocabulary/index.ts';
import type { Curve } from './curve.ts';
import { EASINGS } from './index.ts';

/** Returns the curve of an easing name; linear when absent. Throws `invalid_request` for an unknown name. */
export function curveOf(name: string | undefined): Curve {
  if (name === undefined) return EASINGS.linear;
  if (!isEasing(name)) {
    throw new FramemillError(
      'invalid_request',
      `easing "${name}" does not exist. Use one of ${Object.keys(EASINGS).join(', ')}.`,
    );
  }
  return EASINGS[name];
}

/** Eases `t`, which is clamped to 0-1. The result is 0 at 0 and 1 at 1, and may overshoot in between. */
export function ease(name: string, t: number): number {
  const { value } = curveOf(name);
  // The ends are exact, regardless of rounding in a formula.
  if (t <= 0) return 0;
  return t >= 1 ? 1 : value(t);
}

function isEasing(name: string): name is EasingName {
  return Object.hasOwn(EASINGS, name);
}
