import type { EasingName } from '../vocabulary/index.ts';
import { back } from './back.ts';
import { bounce } from './bounce.ts';
import { circ } from './circ.ts';
import { cubicBezier } from './cubic-bezier.ts';
import type { Curve } from './curve.ts';
import { elastic } from './elastic.ts';
import { expo } from './expo.ts';
import { power } from './power.ts';
import { sine } from './sine.ts';
import { spring } from './spring.ts';

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
