import { blinds } from './blinds.ts';
import { blur } from './blur.ts';
import { circle } from './circle.ts';
import type { TransitionGraph } from './define-transition.ts';
import { fade } from './fade.ts';
import { flash } from './flash.ts';
import { glitch } from './glitch.ts';
import { iris } from './iris.ts';
import { pixelateOut } from './pixelate-out.ts';
import { push } from './push.ts';
import { radial } from './radial.ts';
import { slide } from './slide.ts';
import { spin } from './spin.ts';
import { whipPan } from './whip-pan.ts';
import { wipe } from './wipe.ts';
import { zoom } from './zoom.ts';
import { zoomBlur } from './zoom-blur.ts';

/**
 * All transitions made of effect graphs; `dissolve` is drawn by the planar path. Each transition has one file and one
 * line here.
 */
export const transitions: readonly TransitionGraph[] = [
  fade,
  wipe,
  slide,
  push,
  zoom,
  spin,
  blur,
  flash,
  glitch,
  circle,
  iris,
  whipPan,
  radial,
  blinds,
  pixelateOut,
  zoomBlur,
];
