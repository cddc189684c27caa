import { FramemillError } from '../errors/framemill-error.ts';
import type { EasingName } from '../vocabulary/index.ts';
import { back, bounce, type Curve, circ, cubicBezier, elastic, expo, power, sine, spring } from './curves.ts';

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

const quad = power(2);
const cubic = power(3);
const quart = power(4);
const quint = power(5);

/** All easings by name. */
export const EASINGS: Record<EasingName, Curve> = {
  linear: { value: (t) => t, area: (t) => (t * t) / 2 },
  easeIn: cubicBezier(0.42, 0, 1, 1),
  easeOut: cubicBezier(0, 0, 0.58, 1),
  easeInOut: cubicBezier(0.42, 0, 0.58, 1),
  easeInSine: sine.in,
  easeOutSine: sine.out,
  easeInOutSine: sine.inOut,
  easeInQuad: quad.in,
  easeOutQuad: quad.out,
  easeInOutQuad: quad.inOut,
  easeInCubic: cubic.in,
  easeOutCubic: cubic.out,
  easeInOutCubic: cubic.inOut,
  easeInQuart: quart.in,
  easeOutQuart: quart.out,
  easeInOutQuart: quart.inOut,
  easeInQuint: quint.in,
  easeOutQuint: quint.out,
  easeInOutQuint: quint.inOut,
  easeInExpo: expo.in,
  easeOutExpo: expo.out,
  easeInOutExpo: expo.inOut,
  easeInCirc: circ.in,
  easeOutCirc: circ.out,
  easeInOutCirc: circ.inOut,
  easeInBack: back.in,
  easeOutBack: back.out,
  easeInOutBack: back.inOut,
  easeInElastic: elastic.in,
  easeOutElastic: elastic.out,
  easeInOutElastic: elastic.inOut,
  easeInBounce: bounce.in,
  easeOutBounce: bounce.out,
  easeInOutBounce: bounce.inOut,
  hold: { value: (t) => (t < 1 ? 0 : 1), area: () => 0 },
  spring,
};
